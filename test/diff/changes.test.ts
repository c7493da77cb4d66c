import { describe, expect, test } from "vitest";
import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import type { Change } from "#scripts/diff/change.js";
import { compare } from "#scripts/diff/compare.js";
import { versionNote } from "#scripts/diff/print/print.js";
import { IMPACTS, type Impact } from "#scripts/diff/version.js";
import { type GroupedRow, GroupRuns, groupsOf } from "../groups.js";
import { sample } from "../sample.js";

const contract = await loadDocument("openapi/openapi.yaml");
/** The contract without beta operations: every breaking change counts as major. */
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
    if (!isObject(next) && !Array.isArray(next)) throw new Error(`${pointer} does not exist. Fix the row.`);
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

interface Row extends GroupedRow {
  /** Changes both revisions first. */
  from?: (document: OpenApiDocument) => void;
  to: (document: OpenApiDocument) => void;
  want: Impact;
  /** Part of a message of the comparison, whose change has this impact. */
  message?: string;
  /** Whether the row needs a comparison of its own: the places of others, or what importers see of them, change with it. */
  alone?: true;
}

/** Single changes to the contract without beta operations. */
const ROWS: Row[] = [
  { title: "nothing", to: () => {}, want: "none" },
  { title: "a higher version alone", to: (d) => put(d, "#/info", "version", "0.9.0"), want: "none" },
  {
    title: "a changed description",
    to: (d) => put(d, LIST, "description", "Lists."),
    want: "patch",
    message: "`description` of the operation `GET /suppressions`",
  },
  {
    title: "a changed summary",
    to: (d) => put(d, LIST, "summary", "All"),
    want: "patch",
    message: "`summary` of the operation `GET /suppressions`",
  },
  {
    title: "a changed example",
    to: (d) =>
      put(d, `${ADD}/requestBody/content/application~1json`, "examples", { other: { value: { email: "a@b" } } }),
    want: "patch",
    message: "New example: `other`.",
  },
  {
    title: "another open point",
    to: (d) => put(d, `${SCHEMAS}/OauthGrant`, "x-unspecified", { U4: "Anything." }),
    want: "patch",
    message: "`x-unspecified` of the schema `OauthGrant` was changed.",
  },
  {
    title: "another known value of an open set",
    to: (d) => put(d, `${SCHEMAS}/ContactImport/properties/status`, "x-extensible-enum", ["completed", "queued"]),
    want: "patch",
  },
  {
    title: "a new operation",
    to: (d) => {
      const responses = { "200": { description: "The service runs." } };
      at(d, "#/paths")["/health"] = { get: { operationId: "checkHealth", responses } };
    },
    want: "minor",
    message: "New operation",
  },
  {
    title: "a removed operation",
    to: (d) => void delete at(d, "#/paths/~1suppressions").get,
    alone: true,
    want: "major",
    message: "The operation `GET /suppressions` (listSuppressions) was removed.",
  },
  {
    title: "a renamed path",
    to: (d) => renameKey(at(d, "#/paths"), "/contacts/imports/{id}", "/imports/{id}"),
    alone: true,
    want: "major",
    message: "renamed to `/imports/{id}`",
  },
  {
    title: "a renamed operationId",
    to: (d) => put(d, IMPORT, "operationId", "getContactImport"),
    alone: true,
    want: "major",
    message: "`retrieveContactImport` of the client is now called",
  },
  {
    title: "a renamed schema",
    to: (d) => {
      const renamed = JSON.stringify(d).replaceAll("ContactImportCounts", "ImportCounts");
      Object.assign(d, JSON.parse(renamed));
    },
    alone: true,
    want: "major",
    message: "The type `ContactImportCounts` can no longer be imported.",
  },
  {
    title: "a renamed API, which renames the client",
    to: (d) => put(d, "#/info", "title", "Crew API"),
    alone: true,
    want: "major",
    message: "The type `TeamManagementApi` of the client can no longer be imported.",
  },
  {
    title: "a new schema that nothing uses yet",
    to: (d) => put(d, SCHEMAS, "Fresh", { type: "object" }),
    want: "patch",
    message: "New schema: `Fresh`.",
  },
  {
    title: "a new optional request field",
    to: (d) => put(d, `${SCHEMAS}/NewSuppression/properties`, "note", { type: "string" }),
    want: "minor",
    message: "New property: `note` of `NewSuppression`.",
  },
  {
    title: "a new required request field",
    to: (d) => {
      const schema = at(d, `${SCHEMAS}/NewSuppression`);
      at(schema, "#/properties").note = { type: "string" };
      schema.required = ["email", "note"];
    },
    want: "major",
    message: "New required property: `note` of `NewSuppression`.",
  },
  {
    title: "a removed request field",
    to: (d) => {
      // Without any property, the schema would describe every object.
      Object.assign(at(d, `${SCHEMAS}/NewSuppression`), { required: [], properties: { note: { type: "string" } } });
    },
    want: "major",
    message: "`addSuppression` no longer accepts the same input.",
  },
  {
    title: "a new response field",
    to: (d) => put(d, `${SCHEMAS}/OauthGrant/properties`, "label", { type: "string" }),
    want: "minor",
    message: "New property: `label` of `OauthGrant`.",
  },
  {
    title: "a removed response field",
    to: (d) => {
      at(d, `${SCHEMAS}/ContactImportCounts`).required = ["total", "created", "updated", "failed"];
      delete at(d, `${SCHEMAS}/ContactImportCounts/properties`).skipped;
    },
    want: "major",
    message: "The property `skipped` of `ContactImportCounts` was removed.",
  },
  {
    title: "a response field that may be missing now",
    to: (d) => put(d, `${SCHEMAS}/OauthGrant`, "required", ["object", "id", "revoked_reason"]),
    want: "major",
    message: "The property `revoked_at` of `OauthGrant` is no longer required.",
  },
  {
    title: "a changed type of a response field",
    to: (d) => put(d, `${SCHEMAS}/ContactImportCounts/properties/total`, "type", "string"),
    alone: true,
    want: "major",
    message: "The type of the property `total` of `ContactImportCounts` was changed from integer to string.",
  },
  {
    title: "a changed type of a parameter",
    to: (d) => put(d, "#/components/parameters/Limit/schema", "type", "boolean"),
    want: "major",
    message: "The type of the query parameter `limit` was changed from number to boolean.",
  },
  {
    title: "an enum of a request with one value fewer",
    to: (d) => put(d, "#/components/parameters/Origin", "schema", { type: "string", enum: ["bounce", "manual"] }),
    alone: true,
    want: "major",
    message: '`enum` of the schema `SuppressionOrigin` lost "complaint".',
  },
  {
    title: "an enum of a request with one more value",
    from: (d) => put(d, "#/components/parameters/Origin", "schema", { type: "string", enum: ["bounce", "manual"] }),
    to: (d) => put(d, "#/components/parameters/Origin/schema", "enum", ["bounce", "manual", "import"]),
    want: "patch",
    message: '`enum` of the query parameter `origin` gained "import".',
  },
  {
    title: "an enum of a response with one more value",
    // Its alternatives name the known values, so that the response could not have a new one.
    from: (d) => void delete at(d, `${SCHEMAS}/Suppression`).oneOf,
    to: (d) =>
      put(d, SCHEMAS, "SuppressionOrigin", { type: "string", enum: ["bounce", "complaint", "manual", "import"] }),
    want: "major",
    message: 'gained "import"',
  },
  {
    title: "another const in a response",
    to: (d) => put(d, `${SCHEMAS}/ContactImport/properties/object`, "const", "import"),
    want: "major",
    message: '`const` of the property `object` of `ContactImport` lost "contact_import" and gained "import".',
  },
  {
    title: "a new optional parameter",
    to: (d) =>
      put(d, IMPORT, "parameters", [{ $ref: "#/components/parameters/ContactImportId" }, query("full", false)]),
    want: "minor",
    message: "New query parameter: `full`.",
  },
  {
    title: "a new required parameter",
    to: (d) => put(d, IMPORT, "parameters", [{ $ref: "#/components/parameters/ContactImportId" }, query("full", true)]),
    want: "major",
    message: "New required query parameter: `full`.",
  },
  {
    title: "a removed parameter",
    to: (d) => {
      const { parameters } = at(d, LIST);
      put(d, LIST, "parameters", Array.isArray(parameters) ? parameters.slice(0, 3) : []);
    },
    want: "major",
    message: "The query parameter `origin` was removed.",
  },
  {
    title: "a lower maximum",
    to: (d) => put(d, "#/components/parameters/Limit/schema", "maximum", 50),
    want: "major",
    message: "`maximum` of the query parameter `limit` was changed from 100 to 50.",
  },
  {
    title: "a higher maximum",
    to: (d) => put(d, "#/components/parameters/Limit/schema", "maximum", 200),
    want: "patch",
    message: "`maximum` of the query parameter `limit` was changed from 100 to 200.",
  },
  {
    title: "a removed status",
    to: (d) => void delete at(d, `${REVOKE}/responses`)["404"],
    want: "patch",
    message: "The response `404` is covered by `4XX` now.",
  },
  {
    title: "a new error status",
    to: (d) => put(d, `${IMPORT}/responses`, "404", { description: "The import does not exist." }),
    want: "minor",
    message: "New response: `404`.",
  },
  {
    title: "a new success status with another body",
    to: (d) => {
      const content = {
        "application/json": { schema: { type: "object", properties: { queued: { type: "boolean" } } } },
      };
      at(d, `${ADD}/responses`)["202"] = { description: "Later.", content };
    },
    alone: true,
    want: "major",
    message: "The data of `addSuppression` no longer has the same type.",
  },
  {
    title: "another kind of API key",
    to: (d) => put(d, "#/components/securitySchemes", "BearerAuth", { type: "apiKey", in: "header", name: "X-Key" }),
    want: "major",
    message: "The security scheme `BearerAuth` was changed",
  },
  {
    title: "an operation that no longer needs a key",
    to: (d) => put(d, IMPORT, "security", []),
    want: "minor",
    message: "Authentication is no longer required.",
  },
  {
    title: "pagination that is no longer declared, and that the names still suggest",
    to: (d) => void delete at(d, LIST)["x-pagination"],
    alone: true,
    want: "patch",
  },
  {
    title: "two parameters that can no longer be combined",
    to: (d) =>
      put(d, LIST, "x-mutually-exclusive", [
        ["after", "before"],
        ["limit", "origin"],
      ]),
    alone: true,
    want: "major",
    message: "`listSuppressions` no longer accepts the same input.",
  },
  {
    title: "a stable operation that becomes beta",
    to: (d) => put(d, IMPORT, "x-stability-level", "beta"),
    want: "major",
    message: "was stable, and is beta now",
  },
];

/** Single changes to the contract, in which some operations are beta. */
const BETA_ROWS: Row[] = [
  {
    title: "a new required field in a request of a beta operation",
    to: (d) => {
      at(d, `${SCHEMAS}/NewSuppression/properties`).note = { type: "string" };
      at(d, `${SCHEMAS}/NewSuppression`).required = ["email", "note"];
    },
    want: "minor",
  },
  { title: "a removed beta operation", to: (d) => void delete at(d, "#/paths/~1suppressions").get, want: "minor" },
  {
    title: "a renamed schema that only beta operations use",
    to: (d) => void Object.assign(d, JSON.parse(JSON.stringify(d).replaceAll("AddedSuppression", "NewId"))),
    want: "minor",
    message: "The type `AddedSuppression` can no longer be imported.",
  },
  {
    title: "a changed schema that beta and stable operations use",
    to: (d) => put(d, `${SCHEMAS}/UtcTimestamp`, "type", "integer"),
    want: "major",
  },
  {
    title: "a beta operation that becomes stable and breaks at once",
    to: (d) => {
      delete at(d, RETRIEVE)["x-stability-level"];
      at(d, RETRIEVE).operationId = "getSuppression";
    },
    want: "minor",
  },
  {
    title: "a removed path of a stable operation",
    to: (d) => void delete at(d, "#/paths")["/contacts/imports/{id}"],
    want: "major",
  },
  { title: "a schema in place of a reference to it", to: inlined, want: "none" },
];

function query(name: string, required: boolean): JsonObject {
  return { name, in: "query", required, schema: { type: "boolean" } };
}

function inlined(document: OpenApiDocument): void {
  const place = at(document, `${ADD}/responses/2XX/content/application~1json`);
  place.schema = structuredClone(at(document, `${SCHEMAS}/AddedSuppression`));
  expect(at(document, `${ADD}/responses/2XX/${BODY}`)).toEqual(place.schema);
}

/** Compares a document with one that has the changes of some rows. */
async function compared(document: OpenApiDocument, rows: readonly Row[]) {
  const base = structuredClone(document);
  for (const { from } of rows) from?.(base);
  const revision = structuredClone(base);
  for (const { to } of rows) to(revision);
  return compare(base, revision);
}

/** Declares a test for each row. Rows of the same impact share a comparison. */
function testRows(document: OpenApiDocument, rows: readonly Row[], each: number): void {
  const groups = IMPACTS.flatMap((want) =>
    groupsOf(
      rows.filter((row) => row.want === want),
      ({ message, alone }) => message === undefined || alone === true,
      5,
    ),
  );
  const runs = new GroupRuns(groups, async (group) => {
    const { impact, changes } = await compared(document, group);
    const isFound = ({ message = "", want }: Row) =>
      changes.some((change) => change.message.includes(message) && impactOf(change) === want);
    const failures = group.flatMap((row) => [
      ...(impact === row.want ? [] : [`The impact is ${impact}.`]),
      ...(row.message === undefined || isFound(row) ? [] : [`No ${row.want} change says: ${row.message}`]),
    ]);
    const texts = failures.length > 0 ? changes.map((change) => `${impactOf(change)}: ${change.message}`) : [];
    return { failures: [...failures, ...texts], effective: new Set(group) };
  });
  test.concurrent.for(sample(groups, each, 2).flat())("$title: $want", async (row, { expect }) => {
    expect(await runs.failuresOf(row)).toEqual([]);
  });
}

function impactOf({ impact, unstable }: Change): Impact {
  return impact === "major" && unstable ? "minor" : impact;
}

describe("a single change to the contract has the right impact", () => testRows(allStable, ROWS, 4));

describe("a single change to a contract with beta operations has the right impact", () => {
  testRows(contract, BETA_ROWS, 2);
});

test("a contract whose version is not three numbers is compared, and leads to no version", async () => {
  const draft = { ...contract, info: { ...asObject(contract.info), version: "draft" } };
  const comparison = await compare(contract, draft);
  expect(comparison).toMatchObject({ impact: "none", stated: { revision: "draft" }, versions: undefined });
  expect(versionNote(comparison)).toContain('`info.version` is "draft". Without three numbers, such as 0.2.0');
});

describe("a change of form breaks nobody:", () => {
  const documentOf = (schema: JsonObject, more: JsonObject = {}, version = "1.0.0"): OpenApiDocument => ({
    openapi: "3.1.0",
    info: { title: "T", version },
    paths: {
      "/a": {
        post: {
          operationId: "a",
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { 200: { description: "OK", content: { "application/json": { schema } } } },
        },
      },
    },
    components: { schemas: more },
  });
  const properties = { data: { type: "array", items: { type: "string" } } };

  test("an example in anyOf", async () => {
    const choice = (more: JsonObject) => ({ anyOf: [{ type: "integer", ...more }, { type: "string" }] });
    const { impact } = await compare(documentOf(choice({})), documentOf(choice({ examples: [42] })));
    expect(impact).toBe("patch");
  });

  test("properties that move into allOf", async () => {
    const parts = [{ $ref: `${SCHEMAS}/Collection` }, { properties: { links: { type: "object" } } }];
    const { impact, changes } = await compare(
      documentOf({ type: "object", properties }),
      documentOf({ allOf: parts }, { Collection: { type: "object", properties } }),
    );
    expect(changes.filter((change) => change.impact === "major")).toEqual([]);
    expect(impact).toBe("minor");
  });
});

test("an operation with another operationId is one change, which names both functions", async () => {
  const documentOf = (operation: JsonObject): OpenApiDocument => ({
    openapi: "3.1.0",
    info: { title: "T", version: "1.0.0" },
    paths: { "/a": { get: { ...operation, responses: { 200: { description: "OK" } } } } },
  });
  const { changes } = await compare(documentOf({}), documentOf({ operationId: "listA" }));
  expect(changes.filter(({ affects }) => affects === "importers").map(({ message }) => message)).toEqual([
    "`getA` of the client is now called `listA`.",
  ]);
});
