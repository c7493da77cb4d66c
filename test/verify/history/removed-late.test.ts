import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { namedFound } from "#verify/history/resources/named-found.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { GeneratedValues } from "#verify/requests/generated-values.js";
import { Learner } from "#verify/resources/ledger/learner.js";
import { contract, creationOf, exchanged, ledgerOf, nothingAround, operationOf } from "./own-things.js";

const THING = { id: "t0", name: "generated", state: "new" };
const OTHER = { id: "of-others", name: "Theirs", state: "new" };
const list: RequestSpec = { operation: operationOf("list_things"), parameters: [] };
const at = (id: string, value: string): RequestSpec => {
  const operation = operationOf(id);
  return {
    operation,
    parameters: operation.parameters.map((parameter) => ({ parameter, value, source: GENERATED })),
  };
};
const ok = (body: Json) => ({ status: 200, body: JSON.stringify(body) });

/** The exchanges that follow the creation of the thing. */
type Sequence = [request: RequestSpec, response: Parameters<typeof exchanged>[2]][];

/** What the rule finds in these exchanges, each of which the ledger learns from after the rule, as in a run. */
function run(exchanges: Sequence) {
  const creation = creationOf({ name: THING.name, state: THING.state });
  const { ledger } = ledgerOf([creation]);
  const learner = new Learner(contract, { keepsState: true }, new GeneratedValues(1), ledger);
  const rule = namedFound(contract, ledger);
  const found = exchanges.flatMap(([request, response], index) => {
    const entry = exchanged(request, 100 * index, response);
    const findings = [...rule.note(entry, nothingAround())];
    learner.note(entry);
    return findings.map(({ received }) => String(received));
  });
  return { found, isFree: ledger.hasRemoved("/things/t0") };
}

/** A thing is named, read, missed, and named again. */
const sequence = (thing: { id: string }): Sequence => [
  [list, ok([THING, OTHER])],
  [at("get_things", THING.id), ok(THING)],
  [at("delete_things", THING.id), { status: 204 }],
  [at("get_things", THING.id), ok(THING)],
  [list, ok([THING, OTHER])],
  [at("get_things", thing.id), { status: 404 }],
  [list, ok([THING, OTHER])],
];

test("a resource that the run removed, and that late copies still show, is not taken for one that is named and not found", () => {
  expect(run(sequence(THING)).found).toEqual([]);
});

test("what others have, is named before and after its read, and is not found", () => {
  expect(run(sequence(OTHER)).found).toHaveLength(1);
});

const removed: Sequence = [
  [at("get_things", "t0"), ok(THING)],
  [at("delete_things", "t0"), { status: 204 }],
];
const late: Sequence[number] = [at("get_things", "t0"), ok(THING)];
const taken: Sequence[number] = [at("get_things", "t0"), ok({ ...OTHER, id: "t0" })];
const missed: Sequence[number] = [at("get_things", "t0"), { status: 404 }];

test.each<[string, Sequence, boolean]>([
  ["removed", [], true],
  ["removed, and a late copy shows it", [late], false],
  ["removed, and found no more after a late copy", [late, missed], true],
  ["removed, and found again", [late, missed, late], false],
  ["removed, and another thing has its identifier", [taken], false],
  ["removed, and another thing had its identifier", [taken, missed], false],
  ["removed, and another thing had its identifier after a late copy", [late, taken, late, missed], false],
])("what is %s: unsafe requests may expect nothing there (%#)", (_, after, isFree) => {
  expect(run([...removed, ...after]).isFree).toBe(isFree);
});
