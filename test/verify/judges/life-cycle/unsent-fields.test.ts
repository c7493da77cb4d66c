import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { unsentFields } from "#verify/judges/life-cycle/unsent-fields.js";
import { Contract } from "#verify/model/contract.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import { exchangeOf } from "../../exchange.js";
import { documentOf } from "../../small-document.js";
import { lifeOf, object, text } from "../../small-store.js";

const fields = {
  name: text,
  color: text,
  state: { type: "string", enum: ["draft", "open"] },
  flag: { type: "boolean" },
  size: { type: "integer" },
  labels: { type: "object" },
};
const NOTE = object({ id: text, code: text, ...fields }, ["id"]);
const sentBy = (schema: JsonObject): JsonObject => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
});
// Only a creation has the code.
const paths = lifeOf("notes", object({ code: text, ...fields }), NOTE);
const item = { ...asObject(paths["/notes/{id}"]) };
item.put = { ...asObject(item.put), ...sentBy(object(fields)) };
const patch = { ...asObject(item.put), operationId: "patch_notes" };
const contract = new Contract(documentOf({ ...paths, "/notes/{id}": { ...item, patch } }));

/** The rules that an update breaks that sends the name alone, each with the field. */
function broken(update: string, before: JsonObject, after: JsonObject): string[] {
  const operationOf = (id: string) => {
    const found = contract.operations.find((each) => each.id === id);
    if (!found) throw new Error(`No operation is ${id}.`);
    return found;
  };
  const [create, operation] = [operationOf("add_notes"), operationOf(update)];
  const resource = resourceCreatedBy(contract, create);
  const identifier = resource?.identifiers()[0];
  if (!resource || !identifier) throw new Error("The document has no note.");
  const exchange = exchangeOf({ body: JSON.stringify(after) });
  const body = { type: "application/json", value: before, source: GENERATED };
  const request = { operation: create, parameters: [], body };
  const created = { resource, create, request, exchange, identifier, value: "t0" };
  const all = { id: "t0", ...before, name: "Ada" };
  const change = { operation, sent: { name: "Bea" }, response: undefined, before: all, exchange };
  const judged = unsentFields(contract.document, created, { ...change, after: { id: "t0", name: "Bea", ...after } });
  return judged.map(({ finding }) => `${finding.rule} ${finding.data.field}`);
}

test.each<[title: string, before: JsonObject, after: JsonObject, found: string[]]>([
  ["replaces all", { color: "#43a76f", state: "open" }, {}, []],
  [
    "keeps all",
    { color: "#43a76f", state: "open" },
    { color: "#43a76f", state: "open" },
    ["unsent-field-kept every field"],
  ],
  ["keeps one", { color: "#43a76f", name: "x", state: "open" }, { color: "#43a76f" }, ["unsent-field-kept /color"]],
  // The document need not state the default of a server.
  ["sets the default that was there", { color: "#43a76f", state: "draft" }, { state: "draft" }, []],
  ["sets another default", { color: "#43a76f", state: "open" }, { state: "draft" }, []],
  ["sets the default alone", { state: "draft" }, { state: "draft" }, []],
  ["sets a flag", { color: "#43a76f", flag: true }, { flag: false }, []],
  ["sets a number", { color: "#43a76f", size: 5 }, { size: 1 }, []],
  [
    "keeps a text, and sets a default",
    { color: "#43a76f", state: "open" },
    { color: "#43a76f", state: "draft" },
    ["unsent-field-kept /color"],
  ],
  ["empties an object with all others", { color: "#43a76f", labels: { a: "b" } }, { labels: {} }, []],
  [
    "empties an object alone",
    { color: "#43a76f", labels: { a: "b" } },
    { color: "#43a76f", labels: {} },
    ["unsent-field-kept /color"],
  ],
  ["keeps what only a creation has", { code: "n-1", color: "#43a76f" }, { code: "n-1" }, []],
  ["loses what only a creation has", { code: "n-1" }, {}, ["unsent-field-changed code"]],
  ["changes what only a creation has", { code: "n-1" }, { code: "n-2" }, ["unsent-field-changed code"]],
  ["gives a text another value", { color: "#43a76f" }, { color: "red" }, ["unsent-field-changed color"]],
])("PUT %s", (_, before, after, found) => {
  expect(broken("put_notes", before, after)).toEqual(found);
});

test.each<[title: string, before: JsonObject, after: JsonObject, found: string[]]>([
  ["keeps all", { color: "#43a76f", state: "open" }, { color: "#43a76f", state: "open" }, []],
  ["removes one", { color: "#43a76f", state: "open" }, { state: "open" }, ["unsent-field-removed color"]],
  ["empties an object", { labels: { a: "b" } }, { labels: {} }, ["unsent-field-changed labels"]],
  ["loses what only a creation has", { code: "n-1" }, {}, ["unsent-field-changed code"]],
  ["changes a state", { state: "open" }, { state: "draft" }, ["unsent-field-changed state"]],
])("PATCH %s", (_, before, after, found) => {
  expect(broken("patch_notes", before, after)).toEqual(found);
});
