import type { Json } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { RecordedFinding } from "#verify/model/finding/finding.js";
import { structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { shownValue } from "#verify/requests/accepted-values/accepted-value.js";
import { generatedMediaType } from "#verify/requests/accepted-values/bodies.js";
import { fieldsIn } from "#verify/requests/accepted-values/removals.js";
import type { Reason, Scenario, Step } from "./scenario.js";

/** A part of a scenario that is not the usual one. */
export interface UnusualPart {
  /** The part, equal in each scenario that has it. */
  key: string;
  what: string;
  place: string | undefined;
}

/** The parts of a scenario that are not the usual ones. */
export function unusualParts(context: CaseContext, scenario: Scenario): UnusualPart[] {
  return scenario.flatMap((step, index) => {
    const { id } = step.request.operation;
    const own = [...violationsIn(step), ...parametersIn(step), ...fieldsOf(context, step)];
    const parts = own.map((part) => ({ ...part, key: `${id} ${part.key}` }));
    return index === 0 ? parts : [{ key: `then ${id}`, what: `then ${id}`, place: undefined }, ...parts];
  });
}

/** The words of findings about a scenario; and their place, if one part alone is not the usual one. */
export function reasonFor(context: CaseContext, scenario: Scenario): Reason {
  const parts = unusualParts(context, scenario);
  const [part] = parts;
  const why = parts.length === 0 ? "usual values" : `the document allows ${parts.map(({ what }) => what).join(", ")}`;
  return { why, place: parts.length === 1 ? part?.place : undefined };
}

function violationsIn({ violations }: Step): UnusualPart[] {
  return violations.map(({ what, place }) => ({ key: `violation ${place} ${what}`, what, place }));
}

function parametersIn({ usual, request }: Step): UnusualPart[] {
  return request.parameters.flatMap(({ parameter, value, source }) => {
    const known = usual.parameters.find((each) => each.parameter === parameter)?.value;
    if (source.kind === "response" || JSON.stringify(known) === JSON.stringify(value)) return [];
    const key = pointerTo("", parameter.in, parameter.name);
    return [{ key, what: `${parameter.name} ${shownValue(value)}`, place: parameter.schemaPointer }];
  });
}

/** The fields that a body has, lacks or changes. An object around another change does not count. */
function fieldsOf({ contract: { document } }: CaseContext, { usual, request }: Step): UnusualPart[] {
  const [before, after] = [structuredBody(usual), structuredBody(request)];
  const schema = generatedMediaType(request.operation)?.schemaPointer;
  const text = (body: Json | undefined, at: string) => JSON.stringify(valueAt(body, at)) ?? "";
  const all = [...new Set(["", ...fieldsIn(before, ""), ...fieldsIn(after, "")])];
  const changed = all.filter((at) => text(before, at) !== text(after, at));
  const inner = changed.filter((at) => !changed.some((each) => each.startsWith(`${at}/`)));
  return inner.map((at) => {
    const value = valueAt(after, at);
    const name = at.slice(1).replaceAll("/", ".") || "a body";
    const what = value === undefined ? `no ${name}` : `${name} ${shownValue(value)}`;
    return {
      key: `/body${at}`,
      what,
      place: schema === undefined ? undefined : schemasAt(document, schema, at).at(-1)?.[0],
    };
  });
}

/** Equal for findings that say the same. Numbers in messages are ignored. */
export function signatureOf(found: readonly RecordedFinding[]): string {
  const texts = found.map(({ check, operation, exchange, message }) => {
    const statement = message.replace(/ \(and .*\)$/, "").replace(/\d{4,}|(?<=\/)\d+/g, "#");
    return `${check} ${operation ?? exchange?.operation} ${statement}`;
  });
  return [...new Set(texts)].toSorted().join("\n");
}
