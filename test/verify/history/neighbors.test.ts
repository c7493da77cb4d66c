import { expect, test } from "vitest";
import { Changes } from "#verify/history/changes.js";
import { neighbors } from "#verify/history/resources/neighbors.js";
import { FROM_RESPONSE, type RequestSpec } from "#verify/model/request/request-spec.js";
import { creationOf, exchanged, ledgerOf, nothingAround, operationOf } from "./own-things.js";

test("a resource that is gone after a deletion of another one may be on a replica that is behind its creation", () => {
  const { own } = ledgerOf([creationOf({ name: "name-1" }), creationOf({ name: "name-2" })]);
  const [first] = own;
  if (!first) throw new Error("The ledger has no thing.");
  const changes = new Changes();
  const around = nothingAround(changes);
  const requestOf = (operation: string, id: string): RequestSpec => ({
    operation: operationOf(operation),
    parameters: operationOf(operation).parameters.map((parameter) => ({ parameter, value: id, source: FROM_RESPONSE })),
    body: undefined,
  });
  const read = requestOf("get_things", "t0");
  const rule = neighbors();
  const shown = { id: "t0", name: "name-1" };
  rule.note(exchanged(read, 30, { body: JSON.stringify(shown) }), {
    ...around,
    sightings: [{ own: first, shown, isListed: false }],
  });
  changes.add(exchanged(requestOf("delete_things", "t1"), 40, { status: 204 }));
  const [finding] = rule.note(exchanged(read, 50, { status: 404 }), {
    ...around,
    sightings: [{ own: first, shown: undefined, isListed: false }],
  });
  expect(finding?.unshown).toEqual({ of: first, since: 20 });
});
