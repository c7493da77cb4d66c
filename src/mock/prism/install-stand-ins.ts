import { createRequire, Module } from "node:module";
import { STAND_INS } from "./stand-ins.js";

// Puts the stand-ins in the cache of modules. Import this module before Prism. The build bundles Prism with its stand-ins,
// and leaves this module out.

const requireHere = createRequire(import.meta.url);
const requireAsPrism = createRequire(requireHere.resolve("@stoplight/prism-http"));

/** @throws Error if Prism has no such module: its parts have exact versions, so another layout is a wrong installation */
function install(name: string, exports: object): void {
  const path = pathOf(name);
  const module = new Module(path);
  Object.assign(module, { exports, loaded: true, filename: path });
  requireHere.cache[path] ??= module;
}

function pathOf(name: string): string {
  try {
    return requireAsPrism.resolve(name);
  } catch (error) {
    const { version } = requireHere("@stoplight/prism-http/package.json");
    const message = `Prism ${version} does not have ${name}, which the mock replaces. Install the versions that package.json names.`;
    throw new Error(message, { cause: error });
  }
}

for (const [name, exports] of Object.entries(STAND_INS)) install(name, exports);
