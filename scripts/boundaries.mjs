/**
 * Runs dependency-cruiser over our folders. It reads TypeScript with the compiler's JavaScript API,
 * which TypeScript 7 no longer has; so it, and nothing else, is given version 6 under the name it
 * asks for.
 */
import Module, { createRequire, register } from "node:module";
import { pathToFileURL } from "node:url";

const READS_TYPESCRIPT = "typescript-6";
const require = createRequire(import.meta.url);
const compiler = pathToFileURL(require.resolve(READS_TYPESCRIPT)).href;

const resolveHook = `export function resolve(specifier, context, next) {
  return specifier === "typescript"
    ? { url: ${JSON.stringify(compiler)}, format: "commonjs", shortCircuit: true }
    : next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(resolveHook)}`);

const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) =>
  resolveFilename(request.replace(/^typescript(?=$|\/)/, READS_TYPESCRIPT), ...rest);

process.argv.push("--config", ".dependency-cruiser.cjs", "server", "app");
await import(
  new URL("../../bin/dependency-cruise.mjs", import.meta.resolve("dependency-cruiser")).href
);
