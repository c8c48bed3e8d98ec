import type { NextConfig } from "next";

const config: NextConfig = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Our own front handler compresses nothing either: on loopback it only costs time.
  compress: false,
  devIndicators: false,
  // No image of another origin is ever loaded, so there is nothing to optimise.
  images: { unoptimized: true },
  // Loaded from node_modules at run time, as the server programs in dist/ do.
  serverExternalPackages: [
    "@prisma/adapter-pg",
    "@prisma/client",
    "pg",
    "pino",
    "ioredis",
    "execa",
  ],
  // `npm run types` checks them, tests and all; a start on a fresh machine should not wait for that.
  typescript: { ignoreBuildErrors: true },
  // Loading every page and route at once would take longer than all the rest of a start.
  experimental: { preloadEntriesOnStart: false },
  // The address that a `$schema` names (docs/automations.md) and those of existing boards' texts and tools;
  // the front handler lets each pass as it does the other.
  rewrites: () =>
    Promise.resolve([
      { source: "/schemas/automations.json", destination: "/api/schemas/automations.json" },
      { source: "/uploads/:name", destination: "/api/uploads/:name" },
      { source: "/openapi/v1.json", destination: "/api/openapi/v1.json" },
    ]),
  turbopack: { root: import.meta.dirname },
};

export default config;
