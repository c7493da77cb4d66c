import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import type { RequestFault } from "../model/request/expectation.js";
import { structuredBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { valueInWords } from "../requests/accepted-values/allowed-value.js";
import { fieldsIn } from "../requests/accepted-values/changed-request.js";
import { generatedMediaType } from "../requests/generated-parts.js";
import type { Scenario, Step } from "./scenario.js";
import type { Reason } from "./send-step.js";

/** A part of a scenario that is not the usual one. */
export interface UnusualPart {
  /** The id of the operation. */
  operation: string;
  /** JSON pointer to a part of the request, or words: the same in each scenario that has it. */
  part: string;
  what: string;
  /** As `what`, without its value (default: it has none). */
  plain?: string;
  place: string | undefined;
  /** The field that a body lacks; empty for the whole body. */
  lacks?: string;
}

/** Parts as the object of a verb, with their values and without. @param joint what stands between two parts */
export function partsInWords(parts: readonly UnusualPart[], joint: string): { what: string; plain: string } {
  return {
    what: inWords(parts, joint, ({ what }) => what),
    plain: inWords(parts, joint, ({ what, plain = what }) => plain),
  };
}

/** The fields that a body lacks stand together, because `without` needs a body. */
function inWords(parts: readonly UnusualPart[], joint: string, wordsOf: (part: UnusualPart) => string): string {
  const lacking = parts.flatMap(({ lacks }) => lacks ?? []);
  const others = parts.filter(({ lacks }) => lacks === undefined).map(wordsOf);
  const names = lacking.length > 1 ? `${lacking.slice(0, -1).join(", ")} and ${lacking.at(-1)}` : lacking[0];
  const absence = names === undefined ? [] : [names === "" ? "a request without a body" : `a body without ${names}`];
  return [...others, ...absence].join(joint);
}

/** Whether two unusual parts are of the same part of a request. */
export function isSamePart(left: UnusualPart, right: UnusualPart): boolean {
  return left.operation === right.operation && left.part === right.part;
}

/** The parts of a scenario that are not the usual ones. */
export function unusualParts(context: CaseContext, scenario: Scenario): UnusualPart[] {
  return scenario.flatMap((step, index) => {
    const operation = step.request.operation.id;
    const own = [...violationsIn(step), ...parametersIn(step), ...fieldsOf(context, step)];
    const following = index === 0 ? [] : [{ part: "then", what: `then ${operation}`, place: undefined }];
    return [...following, ...own].map((part) => ({ ...part, operation }));
  });
}

/** The words of findings about a scenario; and their place, if one part alone is not the usual one. */
export function reasonFor(context: CaseContext, scenario: Scenario): Reason {
  const parts = unusualParts(context, scenario);
  if (parts.length === 0) return { why: "usual values" };
  const words = partsInWords(parts, ", ");
  const operation = scenario.at(-1)?.request.operation;
  const names = parts.map(({ part }) => part);
  const fault = { ...(operation ? partOfFault(context, operation, names) : { part: names.join(", ") }), ...words };
  return { why: words.what, place: parts.length === 1 ? parts[0]?.place : undefined, fault };
}

/** The part of a request as other test cases name it. @param part a JSON pointer, or words */
function partInWords(part: string): string {
  const [place = "", name = ""] = pointerNames(part.startsWith("/") ? part : "");
  if (place === "body") return "body";
  return place === "" ? part : `${place} ${name}`;
}

/**
 * The part of a request in which a fault is. Each field of a body is a part of its own, which its schemas name.
 *
 * @param parts JSON pointers to parts of the request, or words
 */
export function partOfFault(
  { contract: { document } }: Pick<CaseContext, "contract">,
  operation: Operation,
  parts: readonly string[],
): Pick<RequestFault, "part" | "schemas"> {
  const part = [...new Set(parts.map(partInWords))].join(", ");
  const [only = "", ...others] = parts.filter((name) => partInWords(name) === "body");
  if (only === "") return { part };
  const schema = generatedMediaType(operation)?.schemaPointer;
  const isOne = others.length === 0 && parts.length === 1;
  const schemas = isOne && schema !== undefined ? schemasAt(document, schema, only.slice("/body".length)).at(-1) : [];
  return schemas && schemas.length > 0 ? { part, schemas } : { part: `${part} of ${operation.id}` };
}

type OwnPart = Omit<UnusualPart, "operation">;

function violationsIn({ violations }: Step): OwnPart[] {
  return violations.map(({ what, place }) => ({ part: `violation ${place} ${what}`, what, place }));
}

function parametersIn(step: Step): OwnPart[] {
  return step.request.parameters.flatMap(({ parameter, value, source }) => {
    const known = step.usual.parameters.find((usual) => usual.parameter === parameter)?.value;
    if (source.kind === "response" || jsonText(known) === jsonText(value)) return [];
    const part = pointerTo("", parameter.in, parameter.name);
    const facts = { ...valueInWords(parameter.name, value), place: parameter.schemaPointer };
    return [{ part, ...facts, ...documentedAt(step, part, value) }];
  });
}

/** The fields that a body has, lacks or changes. An object around another change does not count. */
function fieldsOf({ contract: { document } }: CaseContext, step: Step): OwnPart[] {
  const { usual, request, needless = [] } = step;
  const [before, after] = [structuredBody(usual), structuredBody(request)];
  const schema = generatedMediaType(request.operation)?.schemaPointer;
  const text = (body: Json | undefined, at: string) => jsonText(valueAt(body, at)) ?? "";
  const all = [...new Set(["", ...fieldsIn(before, ""), ...fieldsIn(after, "")])];
  const changed = all.filter((at) => text(before, at) !== text(after, at));
  const inner = changed.filter((at) => !changed.some((field) => field.startsWith(`${at}/`)));
  return inner.flatMap((at) => {
    const value = valueAt(after, at);
    if (value === undefined && needless.includes(at)) return [];
    const name = at.slice(1).replaceAll("/", ".");
    const words = value === undefined ? { what: `a body without ${name}` } : valueInWords(name || "a body", value);
    const place = schema === undefined ? undefined : schemasAt(document, schema, at).at(-1)?.[0];
    const part = `/body${at}`;
    const lacks = value === undefined ? { lacks: name } : {};
    return [{ part, ...words, place, ...lacks, ...documentedAt(step, part, value) }];
  });
}

/** How the document describes a value that was put into a request: `limit maximum 100`. */
function documentedAt({ values = [] }: Step, part: string, value: Json | undefined): Partial<OwnPart> {
  const known = values.find((candidate) => candidate.part === part && jsonText(candidate.value) === jsonText(value));
  return known ? { what: known.what, plain: known.plain ?? known.what, place: known.place } : {};
}
