import type { Json, JsonObject } from "#openapi/document/document.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { documentOf } from "#test/verify/small-document.js";
import { lifeOf, object, text } from "#test/verify/small-store.js";
import { Changes } from "#verify/history/changes.js";
import type { Around } from "#verify/history/history-rule.js";
import type { JournalEntry } from "#verify/journal/journal.js";
import { Contract } from "#verify/model/contract.js";
import { type CredentialUse, GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { GeneratedValues } from "#verify/requests/generated-values.js";
import { isOwnEntry, newEntry, type OwnEntry } from "#verify/resources/ledger/entry.js";
import { identityByPath } from "#verify/resources/ledger/identify.js";
import { Ledger } from "#verify/resources/ledger/ledger.js";
import { GivenValues } from "#verify/resources/permission/given-values.js";
import { exchangeOf } from "../exchange.js";

const THING = object({ id: text, name: text, state: text }, ["id"]);
export const contract = new Contract(documentOf(lifeOf("things", object({ name: text, state: text }), THING)));
export const operationOf = (id: string) => {
  const found = contract.operations.find((each) => each.id === id);
  if (!found) throw new Error(`No operation is ${id}.`);
  return found;
};

/** What a rule knows around an exchange at which nothing else runs. */
export const nothingAround = (changes = new Changes()): Around => ({
  others: [],
  running: [],
  changes,
  texts: [],
  listed: [],
  sightings: [],
  endOf: () => 20,
  isSettled: () => true,
});

/** An exchange of one millisecond. */
export const exchanged = (
  request: RequestSpec,
  begun: number,
  response: Parameters<typeof exchangeOf>[0],
): JournalEntry => ({
  request,
  exchange: exchangeOf(response),
  ...{ by: {}, because: "safe", begun, ended: begun + 1 },
});

/** A creation of a thing. */
export const creationOf = (value: Json, credential?: CredentialUse): RequestSpec => ({
  operation: operationOf("add_things"),
  parameters: [],
  body: { type: "application/json", value, source: GENERATED },
  ...(credential ? { credential } : {}),
});

/** A ledger of things that a run created, `t0` first. */
export function ledgerOf(requests: readonly RequestSpec[]): { ledger: Ledger; own: OwnEntry[] } {
  const ledger = new Ledger(new GeneratedValues(1), new GivenValues({}, async () => ({})));
  const resource = resourceCreatedBy(contract, operationOf("add_things"));
  const own = requests.flatMap((request, index) => {
    const { exchange } = exchanged(request, 10 * index, { status: 201 });
    const name = nameOf(request);
    const entry = ledger.add(
      newEntry({
        ...{ by: {}, request, exchange, texts: [name], isLost: false, resource },
        identity: resource && identityByPath(resource, `t${index}`),
        ...{ address: `/things/t${index}`, around: undefined, wasAbsent: true, proof: "created" as const },
      }),
    );
    return isOwnEntry(entry) ? [entry] : [];
  });
  return { ledger, own };
}

function nameOf({ body }: RequestSpec): string {
  const value = body && "value" in body ? body.value : undefined;
  return String((value as JsonObject | undefined)?.name);
}
