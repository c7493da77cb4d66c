import { isSafe } from "#openapi/operations/methods.js";
import { rehearsalIn } from "#statements/rehearsals.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import {
  foundCreation,
  otherDefaults,
  storedValues,
  unappliedDefaults,
  unstoredFields,
} from "../judges/stored-values.js";
import { type Exchange, isGone, isPostponed, jsonOf } from "../model/request/exchange.js";
import { type RequestSpec, shownBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import type { Shown } from "../resources/created/read-created.js";
import { readBack } from "./read-back.js";
import { expectNothingMade } from "./rehearsals.js";

/**
 * Reads what a request stored: the values are afterwards as they were sent, and as the response confirmed them.
 *
 * @param reported the fields of which a difference is reported already; the function adds its own
 * @returns whether it was read
 */
export async function expectStoredValues(
  context: CaseContext,
  request: RequestSpec,
  exchange: Exchange,
  reported: Set<string>,
): Promise<boolean> {
  const { operation } = request;
  if (isSafe(operation) || operation.method === "delete" || isPostponed(exchange) || !context.target.keepsState) {
    return false;
  }
  const trial = rehearsalIn(request.parameters, shownBody(request));
  if (trial !== undefined) {
    await expectNothingMade(context, request, exchange, trial);
    return true;
  }
  const wrong = ({ resource }: Shown) =>
    unstoredFields({ sent: shownBody(request), response: jsonOf(exchange), resource });
  const read = await readBack(
    context,
    request,
    exchange,
    (shown) => !isGone(shown.exchange) && wrong(shown).length === 0,
  );
  if (!read) return false;
  if (!reported.has("") && !context.judge(foundCreation(operation, read.exchange))) reported.add("");
  const fresh = wrong(read).filter(({ name }) => !reported.has(name));
  for (const { name } of fresh) reported.add(name);
  context.judge(storedValues(operation, fresh, read.exchange));
  // A change keeps the stored values of the fields that it does not have.
  if (!resourceCreatedBy(context.contract, operation)) return true;
  const { document } = context.contract;
  const assumed = otherDefaults(document, request, read.resource).filter(({ name }) => !reported.has(name));
  for (const { name } of assumed) reported.add(name);
  context.judge(unappliedDefaults(operation, assumed, read.exchange));
  return true;
}
