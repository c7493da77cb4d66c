import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { Changes } from "#verify/history/changes.js";
import { readMovesMoment } from "#verify/history/resources/read-moves-moment.js";
import { FROM_RESPONSE, type RequestSpec } from "#verify/model/request/request-spec.js";
import { creationOf, exchanged, ledgerOf, nothingAround, operationOf } from "./own-things.js";

const requestOf = (operation: string, id: string): RequestSpec => ({
  operation: operationOf(operation),
  parameters: operationOf(operation).parameters.map((parameter) => ({ parameter, value: id, source: FROM_RESPONSE })),
  body: undefined,
});

/** The representations of a thing in several reads, and the findings of the rule. */
function messagesOf(reads: readonly JsonObject[], changedAt?: number): string[] {
  const [first] = ledgerOf([creationOf({ name: "name-1" })]).own;
  if (!first) throw new Error("The ledger has no thing.");
  const changes = new Changes();
  const rule = readMovesMoment();
  return reads.flatMap((shown, index) => {
    const begun = 30 + 10 * index;
    if (index === changedAt) changes.add(exchanged(requestOf("put_things", "t0"), begun - 5, { status: 200 }));
    const around = { ...nothingAround(changes), sightings: [{ own: first, shown, isListed: false }] };
    const entry = exchanged(requestOf("get_things", "t0"), begun, { body: JSON.stringify(shown) });
    return rule.note(entry, around).map(({ message }) => message);
  });
}

const at = (second: number) => `2026-03-02T09:30:0${second}.125Z`;

test.each<[field: string]>([["updatedAt"], ["last_modified"], ["changed_on"]])(
  "reads that move %s are told apart, from the third one on",
  (field) => {
    const reads = [1, 2, 3].map((second) => ({ id: "t0", [field]: at(second) }));
    expect(messagesOf(reads)).toEqual([expect.stringContaining(`moved /${field}`)]);
    expect(messagesOf(reads.slice(0, 2))).toEqual([]);
  },
);

test.each<[why: string, reads: JsonObject[], changedAt?: number]>([
  ["the moment stays", [1, 2, 3].map(() => ({ id: "t0", updatedAt: at(1) }))],
  ["a change came between", [1, 2, 3].map((second) => ({ id: "t0", updatedAt: at(second) })), 2],
  ["the server finished something once", [1, 2, 2, 3].map((second) => ({ id: "t0", updatedAt: at(second) }))],
  ["something else changed as well", [1, 2, 3].map((second) => ({ id: "t0", done: second, updatedAt: at(second) }))],
  ["it is the moment of the last visit", [1, 2, 3].map((second) => ({ id: "t0", last_seen_at: at(second) }))],
])("reads have no finding if %s", (_, reads, changedAt) => {
  expect(messagesOf(reads, changedAt)).toEqual([]);
});
