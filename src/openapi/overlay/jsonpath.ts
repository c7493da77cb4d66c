/** JSONPath (RFC 9535). A module of its own: in the bundle, an `import()` of a CommonJS package has no named exports. */
export { jsonpath } from "json-p3";
