import { expect, test } from "vitest";
import { asList, asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { withoutAdditions } from "./reference-contract.js";

const contract = await loadDocument("openapi/openapi.yaml");

/** Adds to a copy of the contract. */
function added(change: (document: OpenApiDocument, operation: JsonObject) => void): OpenApiDocument {
  const document = structuredClone(contract);
  change(document, asObject(asObject(asObject(document.paths)["/suppressions"]).get));
  return document;
}

const KEY = { type: "apiKey", in: "header", name: "X-Key" };

test.each<[string, (document: OpenApiDocument, operation: JsonObject) => void]>([
  [
    "a security scheme, as an alternative of all operations",
    (document) => {
      asObject(asObject(document.components).securitySchemes).Added = KEY;
      document.security = [...asList(document.security), { Added: [] }];
    },
  ],
  [
    "a security scheme, as an alternative of one operation",
    (document, operation) => {
      asObject(asObject(document.components).securitySchemes).Added = KEY;
      operation.security = [...asList(operation.security ?? document.security), { Added: [] }];
    },
  ],
  [
    "a status",
    (_, { responses }) => {
      asObject(responses)["418"] = { description: "Added." };
    },
  ],
  [
    "a parameter",
    (_, operation) => {
      operation.parameters = [...asList(operation.parameters), { name: "added", in: "query", schema: {} }];
    },
  ],
  [
    "a method",
    ({ paths }) => {
      asObject(asObject(paths)["/suppressions"]).put = { operationId: "added", responses: {} };
    },
  ],
])("tests that count see the contract as it was before %s was added", (_, change) => {
  const reduced = withoutAdditions(added(change));
  const before = withoutAdditions(contract);
  const securityOf = (document: OpenApiDocument) =>
    asObject(asObject(asObject(document.paths)["/suppressions"]).get).security ?? document.security;
  expect(securityOf(reduced)).toEqual(securityOf(before));
  expect({ ...reduced, paths: undefined }).toEqual({ ...before, paths: undefined });
  expect(withoutSecurity(reduced)).toEqual(withoutSecurity(before));
});

/** The paths without the security of operations, which may repeat that of the document. */
function withoutSecurity({ paths }: OpenApiDocument): unknown {
  return JSON.parse(JSON.stringify(paths, (name, value) => (name === "security" ? undefined : value)));
}
