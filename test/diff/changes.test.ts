import { describe, expect, test } from "vitest";
import { judge } from "../../scripts/diff/judge.js";
import type { Impact } from "../../scripts/diff/version.js";
import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { pointerNames } from "../../src/openapi/pointer.js";

const contract = await loadDocument("openapi/openapi.yaml");
/** The contract with nothing in beta, so that each change counts in full. */
const allStable: OpenApiDocument = JSON.parse(
  JSON.stringify(contract, (name, value: Json) => (name === "x-stability-level" ? undefined : value)),
);

const ADD = "#/paths/~1suppressions/post";
const LIST = "#/paths/~1suppressions/get";
const RETRIEVE = "#/paths/~1suppressions~1{suppression}/get";
const REVOKE = "#/paths/~1oauth~1grants~1{oauth_grant_id}/delete";
const IMPORT = "#/paths/~1contacts~1imports~1{id}/get";
const SCHEMAS = "#/components/schemas";
const BODY = "content/application~1json/schema";

/** The object at a pointer of the copy that a row changes. */
function at(document: JsonObject, pointer: string): JsonObject {
  return pointerNames(pointer).reduce<JsonObject>((node, name) => {
    const next = Array.isArray(node) ? node[Number(name)] : node[name];
    if (!isObject(next) && !Array.isArray(next)) throw new Error(`${pointer} is not there: mend the row.`);
    return next as JsonObject;
  }, document);
}

function put(document: JsonObject, pointer: string, name: string, value: Json): void {
  at(document, pointer)[name] = value;
}

function renameKey(node: JsonObject, name: string, next: string): void {
  const members = Object.entries(node);
  for (const [key] of members) delete node[key];
  for (const [key, value] of members) node[key === name ? next : key] = value;
}

interface Row {
  change: string;
  /** What the contract says before the change, where that matters. */
  from?: (document: OpenApiDocument) => void;
  to: (document: OpenApiDocument) => void;
  want: Impact;
  /** Part of a message that the judgement must give. */
  says?: string;
}

/** Single changes, on the contract with nothing in beta. */
const ROWS: Row[] = [
  { change: "nothing", to: () => {}, want: "none" },
  { change: "a higher version alone", to: (d) => put(d, "#/info", "version", "0.9.0"), want: "none" },
  { change: "a changed description", to: (d) => put(d, LIST, "description", "Lists."), want: "patch" },
  { change: "a changed summary", to: (d) => put(d, LIST, "summary", "All"), want: "patch" },
  {
    change: "a changed example",
    to: (d) =>
      put(d, `${ADD}/requestBody/content/application~1json`, "examples", { other: { value: { email: "a@b" } } }),
    want: "patch",
  },
  {
    change: "another point left open",
    to: (d) => put(d, `${SCHEMAS}/OauthGrant`, "x-unspecified", { U4: "Anything." }),
    want: "patch",
  },
  {
    change: "another known value of an open set",
    to: (d) => put(d, `${SCHEMAS}/ContactImport/properties/status`, "x-extensible-enum", ["completed", "queued"]),
    want: "patch",
  },
  {
    change: "a new operation",
    to: (d) => {
      const responses = { "200": { description: "It lives." } };
      at(d, "#/paths")["/health"] = { get: { operationId: "checkHealth", responses } };
    },
    want: "minor",
    says: "added",
  },
  {
    change: "a removed operation",
    to: (d) => void delete at(d, "#/paths/~1suppressions").get,
    want: "major",
    says: "The client has no `listSuppressions` any more.",
  },
  {
    change: "a renamed path",
    to: (d) => renameKey(at(d, "#/paths"), "/contacts/imports/{id}", "/imports/{id}"),
    want: "major",
    says: "renamed to `/imports/{id}`",
  },
  {
    change: "a renamed operationId",
    to: (d) => put(d, IMPORT, "operationId", "getContactImport"),
    want: "major",
    says: "The client has no `retrieveContactImport` any more.",
  },
  {
    change: "a renamed schema",
    to: (d) => {
      const renamed = JSON.stringify(d).replaceAll("ContactImportCounts", "ImportCounts");
      Object.assign(d, JSON.parse(renamed));
    },
    want: "major",
    says: "The type `ContactImportCounts` can no longer be imported.",
  },
  {
    change: "a renamed API, whose name the client bears",
    to: (d) => put(d, "#/info", "title", "Crew API"),
    want: "major",
    says: "The type `TeamManagementApi` of the client can no longer be imported.",
  },
  {
    change: "a new schema that nothing uses yet",
    to: (d) => put(d, SCHEMAS, "Fresh", { type: "object" }),
    want: "patch",
  },
  {
    change: "a new optional request field",
    to: (d) => put(d, `${SCHEMAS}/NewSuppression/properties`, "note", { type: "string" }),
    want: "minor",
  },
  {
    change: "a new required request field",
    to: (d) => {
      const schema = at(d, `${SCHEMAS}/NewSuppression`);
      at(schema, "#/properties").note = { type: "string" };
      schema.required = ["email", "note"];
    },
    want: "major",
    says: "became required: `note`",
  },
  {
    change: "a removed request field",
    to: (d) => {
      at(d, `${SCHEMAS}/NewSuppression`).required = [];
      delete at(d, `${SCHEMAS}/NewSuppression/properties`).email;
    },
    want: "major",
  },
  {
    change: "a new response field",
    to: (d) => put(d, `${SCHEMAS}/OauthGrant/properties`, "label", { type: "string" }),
    want: "minor",
  },
  {
    change: "a removed response field",
    to: (d) => {
      at(d, `${SCHEMAS}/ContactImportCounts`).required = ["total", "created", "updated", "failed"];
      delete at(d, `${SCHEMAS}/ContactImportCounts/properties`).skipped;
    },
    want: "major",
    says: "Property `skipped`",
  },
  {
    change: "a response field that may be missing now",
    to: (d) => put(d, `${SCHEMAS}/OauthGrant`, "required", ["object", "id", "revoked_reason"]),
    want: "major",
    says: "no longer required: `revoked_at`",
  },
  {
    change: "a changed type of a response field",
    to: (d) => put(d, `${SCHEMAS}/ContactImportCounts/properties/total`, "type", "string"),
    want: "major",
    says: "`retrieveContactImport` brings data that are not of the type they were.",
  },
  {
    change: "a changed type of a parameter",
    to: (d) => put(d, "#/components/parameters/Limit/schema", "type", "boolean"),
    want: "major",
  },
  {
    change: "an enum of a request with a value less",
    to: (d) => put(d, "#/components/parameters/Origin", "schema", { type: "string", enum: ["bounce", "manual"] }),
    want: "major",
  },
  {
    change: "an enum of a request with a value more",
    from: (d) => put(d, "#/components/parameters/Origin", "schema", { type: "string", enum: ["bounce", "manual"] }),
    to: (d) => put(d, "#/components/parameters/Origin/schema", "enum", ["bounce", "manual", "import"]),
    want: "patch",
  },
  {
    change: "an enum of a response with a value more",
    to: (d) =>
      put(d, SCHEMAS, "SuppressionOrigin", { type: "string", enum: ["bounce", "complaint", "manual", "import"] }),
    want: "major",
    says: "gained values: 'import'",
  },
  {
    change: "a const of a response that becomes another",
    to: (d) => put(d, `${SCHEMAS}/ContactImport/properties/object`, "const", "import"),
    want: "major",
  },
  {
    change: "a new optional parameter",
    to: (d) =>
      put(d, IMPORT, "parameters", [{ $ref: "#/components/parameters/ContactImportId" }, query("full", false)]),
    want: "minor",
  },
  {
    change: "a new required parameter",
    to: (d) => put(d, IMPORT, "parameters", [{ $ref: "#/components/parameters/ContactImportId" }, query("full", true)]),
    want: "major",
    says: "`retrieveContactImport` refuses an input that it took.",
  },
  {
    change: "a removed parameter",
    to: (d) => {
      const { parameters } = at(d, LIST);
      put(d, LIST, "parameters", Array.isArray(parameters) ? parameters.slice(0, 3) : []);
    },
    want: "major",
  },
  {
    change: "a lower maximum",
    to: (d) => put(d, "#/components/parameters/Limit/schema", "maximum", 50),
    want: "major",
    says: "Upper bound changed from '<= 100' to '<= 50'.",
  },
  {
    change: "a higher maximum",
    to: (d) => put(d, "#/components/parameters/Limit/schema", "maximum", 200),
    want: "patch",
  },
  {
    change: "a removed status",
    to: (d) => void delete at(d, `${REVOKE}/responses`)["404"],
    want: "major",
    says: "Response `404` was removed.",
  },
  {
    change: "a new status of refusal",
    to: (d) => put(d, `${IMPORT}/responses`, "404", { description: "No such import." }),
    want: "minor",
  },
  {
    change: "a new success whose body is another",
    to: (d) => {
      const content = {
        "application/json": { schema: { type: "object", properties: { queued: { type: "boolean" } } } },
      };
      at(d, `${ADD}/responses`)["202"] = { description: "Later.", content };
    },
    want: "major",
    says: "`addSuppression` brings data that are not of the type they were.",
  },
  {
    change: "a key where another kind of key was",
    to: (d) => put(d, "#/components/securitySchemes", "BearerAuth", { type: "apiKey", in: "header", name: "X-Key" }),
    want: "major",
    says: "security scheme `BearerAuth`",
  },
  {
    change: "an operation that needs no key any more",
    to: (d) => put(d, IMPORT, "security", []),
    want: "minor",
  },
  {
    change: "a paging that is no longer declared",
    to: (d) => void delete at(d, LIST)["x-pagination"],
    want: "major",
    says: "`listSuppressions` has no iterators any more.",
  },
  {
    change: "two parameters that no longer go together",
    to: (d) =>
      put(d, LIST, "x-mutually-exclusive", [
        ["after", "before"],
        ["limit", "origin"],
      ]),
    want: "major",
    says: "`listSuppressions` refuses an input that it took.",
  },
  {
    change: "an operation that turns beta",
    to: (d) => put(d, IMPORT, "x-stability-level", "beta"),
    want: "major",
    says: "was stable, and is beta now",
  },
];

/** Single changes on the contract as it is, part of it in beta. */
const BETA_ROWS: Row[] = [
  {
    change: "a new required field of a request in beta",
    to: (d) => {
      at(d, `${SCHEMAS}/NewSuppression/properties`).note = { type: "string" };
      at(d, `${SCHEMAS}/NewSuppression`).required = ["email", "note"];
    },
    want: "minor",
  },
  { change: "a removed operation in beta", to: (d) => void delete at(d, "#/paths/~1suppressions").get, want: "minor" },
  {
    change: "a renamed schema that only beta uses",
    to: (d) => void Object.assign(d, JSON.parse(JSON.stringify(d).replaceAll("AddedSuppression", "NewId"))),
    want: "minor",
    says: "The type `AddedSuppression` can no longer be imported.",
  },
  {
    change: "a changed schema that beta uses, and what is stable as well",
    to: (d) => put(d, `${SCHEMAS}/UtcTimestamp`, "type", "integer"),
    want: "major",
  },
  {
    change: "a beta that ends with a break of its own",
    to: (d) => {
      delete at(d, RETRIEVE)["x-stability-level"];
      at(d, RETRIEVE).operationId = "getSuppression";
    },
    want: "minor",
  },
  {
    change: "a removed path that is stable",
    to: (d) => void delete at(d, "#/paths")["/contacts/imports/{id}"],
    want: "major",
  },
  { change: "a schema in the place of a reference to the same", to: inlined, want: "patch" },
];

function query(name: string, required: boolean): JsonObject {
  return { name, in: "query", required, schema: { type: "boolean" } };
}

function inlined(document: OpenApiDocument): void {
  const place = at(document, `${ADD}/responses/2XX/content/application~1json`);
  place.schema = structuredClone(at(document, `${SCHEMAS}/AddedSuppression`));
  expect(at(document, `${ADD}/responses/2XX/${BODY}`)).toEqual(place.schema);
}

async function judged(document: OpenApiDocument, { from, to }: Row) {
  const base = structuredClone(document);
  from?.(base);
  const revision = structuredClone(base);
  to(revision);
  return judge(base, revision);
}

describe("a single change to the contract is judged right", () => {
  test.concurrent.for(ROWS)("$change: $want", async (row, { expect }) => {
    const { impact, changes } = await judged(allStable, row);
    const messages = changes.map(({ message }) => message);
    expect({ impact, messages }).toMatchObject({ impact: row.want });
    expect(messages.join("\n")).toContain(row.says ?? "");
  });
});

describe("a single change where part of the contract is beta is judged right", () => {
  test.concurrent.for(BETA_ROWS)("$change: $want", async (row, { expect }) => {
    const { impact, changes } = await judged(contract, row);
    const messages = changes.map(({ message }) => message);
    expect({ impact, messages }).toMatchObject({ impact: row.want });
    expect(messages.join("\n")).toContain(row.says ?? "");
  });
});

test("a contract without a version of three numbers is not judged, and the message says what to write", async () => {
  const draft = { ...contract, info: { ...asObject(contract.info), version: "draft" } };
  await expect(judge(contract, draft)).rejects.toThrow(
    '`info.version` of the contract is "draft". Give it three numbers, such as 0.2.0.',
  );
});
