import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import type { HistoryRule } from "#verify/history/history-rule.js";
import { keptValues } from "#verify/history/resources/kept-values.js";
import { unsentByUpdates } from "#verify/history/resources/unsent-fields.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { contract, creationOf, exchanged, ledgerOf, nothingAround, operationOf } from "./own-things.js";

const { ledger, own } = ledgerOf([creationOf({ name: "Ada-h3k9x2" })]);
const [thing] = own;

function requestTo(id: string, value?: Json): RequestSpec {
  const operation = operationOf(id);
  const parameters = operation.parameters.map((parameter) => ({ parameter, value: "t0", source: GENERATED }));
  return {
    operation,
    parameters,
    ...(value === undefined ? {} : { body: { type: "application/json", value, source: GENERATED } }),
  };
}

/** The findings of a rule about a change, with the resource before and after it. */
function findingsOf(
  rule: HistoryRule,
  { before, sent, response, after }: Record<"before" | "after", JsonObject> & Record<"sent" | "response", Json>,
) {
  if (!thing) throw new Error("The ledger has no thing.");
  const read = (shown: JsonObject, begun: number) => {
    const entry = exchanged(requestTo("get_things"), begun, { body: JSON.stringify(shown) });
    return rule.note(entry, { ...nothingAround(), sightings: [{ own: thing, shown, isListed: false }] });
  };
  read(before, 100);
  rule.note(exchanged(requestTo("put_things", sent), 200, { body: JSON.stringify(response) }), nothingAround());
  return read(after, 300).map(({ rule: id }) => id);
}

const old = { id: "t0", name: "Ada-h3k9x2", state: "open", price: 3 };
const changed = { id: "t0", name: "Bea", state: "shut", price: 3.75 };
const sent = { name: "Bea", state: "shut", price: 3.75 };

test.each<[title: string, sent: Json, response: Json]>([
  ["without envelopes", sent, changed],
  ["in the same envelope as the response", { data: sent }, { data: changed }],
  ["in an envelope of its name, beside a setting", { thing: sent, notify: true }, { thing: changed, links: [] }],
  ["without an envelope, and the response has one", sent, { result: changed }],
])("a value that the response confirmed is kept: %s", (_, body, response) => {
  const change = { before: old, sent: body, response, after: changed };
  expect(findingsOf(keptValues(contract, ledger), change)).toEqual([]);
  const rounded = { ...change, after: { ...changed, price: 4 } };
  expect(findingsOf(keptValues(contract, ledger), rounded)).toEqual(["confirmed-value-not-kept"]);
});

test.each<[title: string, response: JsonObject, after: JsonObject, found: string[]]>([
  ["is kept", { ...old, name: "Bea" }, { ...old, name: "Bea" }, []],
  ["is lost", { ...old, name: "Bea" }, { ...old, name: "Bea", state: "lost" }, ["unsent-field-changed"]],
  [
    "is lost, and the response has another value than the sent one",
    { ...old, name: "The server's" },
    { ...old, name: "The server's", state: "lost" },
    ["unsent-field-changed"],
  ],
  ["may be lost, and the read does not show the change yet", { ...old, name: "Bea" }, { ...old, state: "lost" }, []],
])("what a change does not send %s", (_, response, after, found) => {
  const change = { before: old, sent: { name: "Bea" }, response, after };
  const rules = findingsOf(unsentByUpdates(contract, ledger), change);
  expect(rules.filter((id) => id === "unsent-field-changed")).toEqual(found);
});
