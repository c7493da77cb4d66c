// Sources that the rules share with the mock and with `verify`.
export { similarName } from "#cli/similar-name.js";
export { resolveIdentifiers } from "#openapi/bundle/identifiers/resolve-identifiers.js";
export { Resources } from "#openapi/bundle/identifiers/resources.js";
export { percentDecoded } from "#openapi/document/percent-decoded.js";
export { parentOf, pointerNames } from "#openapi/document/pointer.js";
export { unmetConditions } from "#openapi/examples/unmet-conditions.js";
export { extensionDefects, hasOwnExtensions } from "#openapi/extensions/defects.js";
export { unlistedOperations } from "#openapi/extensions/unlisted-operations.js";
export { lostLinks } from "#openapi/operations/lost-links.js";
export { operationsOf } from "#openapi/operations/operations.js";
export { excludedMembers } from "#openapi/validator/excluded-members.js";
export { SchemaValidator } from "#openapi/validator/validator.js";
export { unshownFields } from "#values/unshown-fields.js";
