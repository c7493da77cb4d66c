// Sources that the rules share with the mock and with `verify`.
export { similarName } from "#cli/similar-name.js";
export { pointerNames } from "#openapi/document/pointer.js";
export { extensionDefects, hasOwnExtensions } from "#openapi/extensions/defects.js";
export { resolveIdentifiers } from "#openapi/load/identifiers/resolve-identifiers.js";
export { Resources } from "#openapi/load/identifiers/resources.js";
export { unmetConditions } from "#openapi/schema/unmet-conditions.js";
export { unshownFields } from "#openapi/schema/unshown-fields.js";
export { SchemaValidator } from "#openapi/schema/validator.js";
