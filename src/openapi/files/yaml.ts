/**
 * Redocly's YAML parser and writer, without the rest of its package, which takes a third of a second to load. A module of its
 * own, because a bundler resolves names of a CommonJS package in a static import only.
 */
export { parseYaml, stringifyYaml } from "@redocly/openapi-core/lib/js-yaml/index.js";
