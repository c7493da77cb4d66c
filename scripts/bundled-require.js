/**
 * The begin of a bundle: in a module of JavaScript, `require` does not exist, and bundled CommonJS loads packages and the modules of
 * Node by it.
 */
export const REQUIRE = `import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);`;
