import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { documentOf } from "#test/verify/small-document.js";
import { lifeOf, object, text } from "#test/verify/small-store.js";
import { Changes } from "#verify/history/changes.js";
import type { Around } from "#verify/history/history-rule.js";
import { createdListed } from "#verify/history/lists/created-listed.js";
import type { JournalEntry } from "#verify/journal/journal.js";
import { Contract } from "#verify/model/contract.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import { GeneratedValues } from "#verify/requests/generated-values.js";
import { isOwnEntry, newEntry } from "#verify/resources/ledger/entry.js";
import { identityByPath } from "#verify/resources/ledger/identify.js";
import { Ledger } from "#verify/resources/ledger/ledger.js";
import { GivenValues } from "#verify/resources/permission/given-values.js";
import { exchangeOf } from "../exchange.js";

const THING = object({ id: text, name: text, state: text }, ["id"]);
const contract = new Contract(documentOf(lifeOf("things", object({ name: text, state: text }), THING)));
const operationOf = (id: string) => {
  const found = contract.operations.find((each) => each.id === id);
  if (!found) throw new Error(`No operation is ${id}.`);
  return found;
};

/** The findings about a list that shows the first of two things. */
function findingsOf(first: JsonObject, second: JsonObject, credential?: "otherTeam"): string[] {
  const ledger = new Ledger(new GeneratedValues(1), new GivenValues({}, async () => ({})));
  const rule = createdListed(contract, ledger);
  const create = operationOf("add_things");
  const resource = resourceCreatedBy(contract, create);
  const around: Around = {
    others: [],
    running: [],
    changes: new Changes(),
    texts: [],
    listed: [],
    sightings: [],
    endOf: () => 20,
  };
  const entryOf = (body: Json, status: number, begun: number): JournalEntry => ({
    request: { operation: create, parameters: [], body: { type: "application/json", value: body, source: GENERATED } },
    exchange: exchangeOf({ status }),
    ...{ by: {}, because: "safe", begun, ended: begun + 1 },
  });
  const own = [first, second].map((body, index) => {
    const creation = entryOf(body, 201, 10 * index);
    const request = index === 1 && credential ? { ...creation.request, credential } : creation.request;
    return ledger.add(
      newEntry({
        ...{ by: {}, request, exchange: creation.exchange, texts: [String(body.name)], isLost: false, resource },
        identity: resource && identityByPath(resource, `t${index}`),
        ...{ address: `/things/t${index}`, around: undefined, wasAbsent: true, proof: "created" as const },
      }),
    );
  });
  const list = { operation: operationOf("list_things"), parameters: [], body: undefined };
  const items = [{ ...first, id: "t0" }];
  const read = { ...entryOf({}, 200, 100), request: list, exchange: exchangeOf({ body: JSON.stringify(items) }) };
  const listed = own.slice(0, 1).flatMap((each) => (isOwnEntry(each) ? [{ own: each, item: items[0] ?? {} }] : []));
  return rule.note(read, { ...around, listed }).map(({ expected }) => String(expected));
}

const open = (name: string) => ({ name, state: "open" });

test("a whole list lacks a thing that was created like one that it has", () => {
  expect(findingsOf(open("name-1"), open("name-2"))).toEqual([expect.stringContaining("t1")]);
});

test("a whole list may leave out a thing with another value", () => {
  expect(findingsOf(open("name-1"), { name: "name-2", state: "closed" })).toEqual([]);
});

test("a whole list has nothing of another team", () => {
  expect(findingsOf(open("name-1"), open("name-2"), "otherTeam")).toEqual([]);
});
