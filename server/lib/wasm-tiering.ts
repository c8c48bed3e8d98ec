import { setFlagsFromString } from "node:v8";

/** How much a WebAssembly function must have done before it is compiled a second time. */
const TIERING_BUDGET = 100_000_000;

/**
 * Makes V8 more patient with WebAssembly. The database client compiles each query shape once, in
 * WebAssembly; by default V8 optimises all of that at once, in threads that take half a second of the
 * processors from whatever else starts. Has effect when called before the first query.
 */
export function calmWasmTiering(): void {
  setFlagsFromString(`--wasm-tiering-budget=${TIERING_BUDGET}`);
}
