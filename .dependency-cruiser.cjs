/**
 * Who may import whom (docs: the folder table in the README). The table below lists, for every
 * folder, the folders it may import besides itself; the rules are made from it, so that a folder
 * that is not in the table may import nothing and cannot be forgotten.
 */

/** Our folders, as regular expressions on paths. */
const folders = {
  contracts: "^server/contracts/",
  core: "^server/core/",
  lib: "^server/lib/",
  failpoint: "^server/lib/failpoint\\.ts$",
  store: "^server/store/",
  keeper: "^server/agent/keeper/",
  agent: "^server/agent/(?!keeper/)",
  commands: "^server/commands/",
  queries: "^server/queries/",
  worker: "^server/worker/",
  realtime: "^server/realtime/",
  http: "^server/http/",
  box: "^server/box/",
  cli: "^server/cli/",
  testing: "^server/testing/",
  settings: "^server/(env|tunables)\\.ts$",
  entries: "^server/(main|web|cli)\\.ts$",
  routes: "^app/api/",
  features: "^app/_features/",
  components: "^app/_components/",
  appLib: "^app/_lib/",
  pages: "^app/(?!api/|_features/|_components/|_lib/)",
};

/** What each folder may import, besides itself and packages. */
const mayImport = {
  contracts: [],
  core: ["contracts"],
  lib: ["settings"],
  failpoint: [],
  store: ["contracts", "lib", "settings"],
  keeper: ["agent", "failpoint"],
  agent: ["keeper", "contracts", "lib", "settings"],
  commands: ["contracts", "core", "store", "lib", "queries", "settings"],
  queries: ["contracts", "core", "store", "lib", "settings"],
  worker: [
    "core",
    "store",
    "agent",
    "keeper",
    "commands",
    "queries",
    "contracts",
    "lib",
    "settings",
  ],
  realtime: ["contracts", "store", "queries", "lib", "settings"],
  http: ["contracts", "lib", "store", "settings"],
  box: ["commands", "contracts", "lib", "store", "settings"],
  cli: ["agent", "box", "contracts", "lib", "store", "settings"],
  testing: ["box", "lib", "store", "contracts", "core", "agent", "keeper", "settings"],
  settings: ["lib"],
  routes: ["commands", "queries", "contracts", "lib"],
  features: ["components", "appLib", "contracts"],
  components: ["appLib", "contracts"],
  appLib: ["contracts", "components"],
  pages: ["features", "components", "appLib", "queries", "contracts"],
};

/** Folders that may use only these packages; `node:` is named `node`. */
const packages = {
  contracts: ["zod"],
  core: ["zod", "jsonc-parser", "yaml", "croner"],
  lib: ["node", "pino", "ioredis", "zod", "ipaddr.js"],
  store: ["node", "@prisma/", "pg", "fractional-indexing"],
  agent: ["node", "execa", "zod"],
};

const isTest = "(\\.(test|spec)\\.tsx?$|/(fixtures|testing)/)";
const ours = "^(server|app)/";

function boundaryRules() {
  return Object.entries(mayImport).map(([name, allowed]) => ({
    name: `${name}-imports`,
    comment: `server and app: \`${name}\` may import ${["itself", ...allowed].join(", ")}`,
    severity: "error",
    from: { path: folders[name], pathNot: isTest },
    to: { path: ours, pathNot: [name, ...allowed].map((other) => folders[other]) },
  }));
}

function packageRules() {
  return Object.entries(packages).map(([name, allowed]) => {
    const modules = allowed
      .filter((item) => item !== "node")
      .map((item) => (item.endsWith("/") ? `node_modules/${item}` : `node_modules/${item}/`));
    const types = ["npm", "npm-dev", "npm-optional", "npm-peer", "npm-no-pkg", "npm-unknown"];
    return {
      name: `${name}-packages`,
      comment: `\`${name}\` may use only ${allowed.join(", ")}`,
      severity: "error",
      from: { path: folders[name], pathNot: isTest },
      to: {
        dependencyTypes: allowed.includes("node") ? types : [...types, "core"],
        ...(modules.length > 0 ? { pathNot: modules } : {}),
      },
    };
  });
}

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      comment: "two files that need each other are one thing or need a third",
      severity: "error",
      from: { pathNot: "^server/store/generated/" },
      // Types may know each other: nothing is loaded for them.
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-unresolvable",
      comment: "every import leads somewhere",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "features-are-islands",
      comment:
        "a feature never imports another feature; what two need belongs in _components or _lib",
      severity: "error",
      from: { path: "^app/_features/([^/]+)/", pathNot: isTest },
      to: { path: "^app/_features/", pathNot: "^app/_features/$1/" },
    },
    {
      name: "store-knows-core-by-type-only",
      comment: "the store maps rows to the core's shapes and never decides",
      severity: "error",
      from: { path: folders.store, pathNot: isTest },
      to: { path: folders.core, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "keeper-stands-alone",
      comment:
        "the keeper outlives upgrades and node_modules: built-ins only, however far it reaches",
      severity: "error",
      from: { path: folders.keeper, pathNot: isTest },
      to: { path: "(^|/)node_modules/|^server/(?!agent/|lib/failpoint\\.ts$)", reachable: true },
    },
    {
      name: "no-test-code-in-programs",
      comment: "programs never import tests or test support",
      severity: "error",
      from: { path: ours, pathNot: isTest },
      to: { path: isTest, pathNot: "^node_modules" },
    },
    {
      name: "no-dev-packages-in-programs",
      comment: "programs run with the packages that are installed beside them",
      severity: "error",
      from: { path: ours, pathNot: `${isTest}|^app/.*\\.css$` },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    ...boundaryRules(),
    ...packageRules(),
  ],
  options: {
    parser: "tsc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^server/store/generated/", "^\\.next/", "^dist/"] },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
      mainFields: ["module", "main", "types"],
    },
  },
};
