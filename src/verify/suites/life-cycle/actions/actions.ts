import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { wordsOf } from "#openapi/document/words.js";
import { isTimestamp } from "#statements/moments.js";
import { undoOf } from "#statements/resources/actions.js";
import { sentResource } from "#statements/resources/envelope.js";
import { sentResourceAt } from "#statements/resources/envelope-schema.js";
import { isVersionToken } from "#statements/resources/version-tokens.js";
import { propertiesAt } from "#statements/schema-fields.js";
import { compare, isSame } from "#verify/model/finding/compare.js";
import { isGone } from "#verify/model/request/exchange.js";
import { type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { inJson } from "#verify/rules/differing-fields.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { type Done, expectConfirmed, readConfirmed } from "../created/confirmed.js";
import { expectUntouched, type Neighbor } from "../created/neighbor.js";
import { inferredEffect } from "../created/retrieve.js";
import { missingEffects } from "./effects.js";

/** A write that succeeded, and its request. */
export interface DoneWrite extends Done {
  request: RequestSpec;
}

/** A resource on which actions are done, and the one that they leave alone. */
export interface Actor {
  created: Created;
  neighbor: Neighbor | undefined;
}

/**
 * An action that succeeded shows. The resource is as the response says, and the field that the name of the action suggests
 * has changed. The sent texts of the resource have not, and other resources are left alone.
 *
 * @param before the resource before the action
 * @returns the resource afterwards; undefined if it is not shown any more
 */
export async function expectActed(
  context: CaseContext,
  { created, neighbor }: Actor,
  done: DoneWrite,
  before: JsonObject,
): Promise<JsonObject | undefined> {
  const { operation, exchange, request } = done;
  const shown = await readConfirmed(context, created, done);
  const after = shown?.resource;
  if (shown && !after && isGone(shown.exchange) && undoOf(created.resource, operation)?.isSamePath) {
    const breach = broken("resource-missing-after-action", { operation: operation.id });
    const facts = {
      ...breach,
      expected: "the resource",
      received: String(shown.exchange.status),
      operation: operation.id,
    };
    failEffect(context, inferredEffect(created), facts, shown.exchange);
  }
  if (!shown || !after || exchange.status === 202) return after;
  expectConfirmed(context, created, done, shown);
  const missing = missingEffects(context.contract, created.resource, operation, before, after);
  for (const { name, expected, received } of missing) {
    const breach = broken("action-not-shown", { operation: operation.id, field: name });
    const facts = { ...breach, expected, received: jsonText(received ?? null), operation: operation.id };
    failEffect(context, inferredEffect(created), facts, shown.exchange);
  }
  const body = sentResource(structuredBody(request), after) ?? {};
  for (const [name, value] of Object.entries(body)) {
    const shownAs = fieldFor(name, after);
    // A number may be a part of the one that the resource has.
    if (typeof value !== "string" || shownAs === undefined || isVersionToken(shownAs)) continue;
    if (isSame(value, after[shownAs] ?? null, "related")) continue;
    const breach = broken("action-value-not-shown", { operation: operation.id, field: shownAs, sent: name });
    failEffect(
      context,
      inferredEffect(created),
      { ...breach, ...inJson(value, after[shownAs]), operation: operation.id },
      shown.exchange,
    );
  }
  const fields = request.body ? [] : writableTexts(context, created, before);
  for (const { name, wanted, found } of compare(before, after, { same: "identical", fields, mayLack: false })) {
    const breach = broken("action-changes-other-field", { operation: operation.id, field: name });
    failEffect(
      context,
      inferredEffect(created),
      { ...breach, ...inJson(wanted, found), operation: operation.id },
      shown.exchange,
    );
  }
  await expectUntouched(context, neighbor, created, operation);
  return after;
}

/** The field of a resource that shows what an action was sent: `cancellation_reason` of `reason`. */
function fieldFor(name: string, shown: JsonObject): string | undefined {
  const wanted = wordsOf(name).join(" ");
  const found = Object.keys(shown).filter((field) => ` ${wordsOf(field).join(" ")}`.endsWith(` ${wanted}`));
  return found.length === 1 ? found[0] : undefined;
}

/** The texts and lists that clients write: an action without a body leaves them alone. A state may be written as well. */
function writableTexts({ contract }: CaseContext, { create, resource }: Created, shown: JsonObject): string[] {
  const bodies = [create, resource.update, resource.replace].flatMap((write) => write?.requestBody?.content ?? []);
  const { document } = contract;
  const fields = bodies.flatMap((content) => propertiesAt(document, content, sentResourceAt(document, content, shown)));
  return [...new Set(fields)].filter((name) => {
    const value = shown[name];
    return Array.isArray(value) || (typeof value === "string" && value.includes(" ") && !isTimestamp(value));
  });
}
