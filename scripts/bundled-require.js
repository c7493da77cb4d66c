/**
 * The beginning of a bundle. Bundled CommonJS loads modules of Node by `require`, which does not exist in modules of
 * JavaScript.
 */
export const REQUIRE = `import { createRequire as createRequireOfBundle } from "node:module";
const require = createRequireOfBundle(import.meta.url);`;
