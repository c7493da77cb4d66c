import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import { type RequestSpec, structuredBody } from "../model/request/request-spec.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { clientIdentities } from "../relations/client-identity.js";
import { acceptedValues } from "./accepted-values/accepted-values.js";
import type { AllowedValue } from "./accepted-values/allowed-value.js";
import { UNIQUE_LENGTH } from "./generated-values.js";
import { areOfOnePart, type Variation, varied } from "./variation.js";

/** A change of a body, in words and as a function. */
export type BodyChange = Pick<Variation, "what" | "part" | "apply">;

const BODY = "/body";

/** The most changes of each kind. */
const MOST = { members: 4, empty: 2, names: 2, references: 2 };

/**
 * Changes of a body after which other code of a server may run. The body has its required fields alone, or another member of
 * an enum. Others have another flag, an empty text or list, or texts without a letter or a digit.
 */
export function kindsOfBody(context: RequestContext, usual: RequestSpec): BodyChange[] {
  const values = ofBody(context, usual);
  const sent = structuredBody(usual);
  const isOther = ({ part, value }: AllowedValue) =>
    value !== undefined && valueAt(sent, part.slice(BODY.length)) !== value;
  const without = values.filter(({ part, value }) => part === BODY && value === undefined);
  const least = without.length > 0 ? without : values.filter(({ isAbsence }) => isAbsence === true).slice(0, 1);
  const members = values.filter(
    (known) => isOther(known) && (known.place.endsWith("/enum") || typeof known.value === "boolean"),
  );
  const empty = values.filter(({ value }) => value === "" || (Array.isArray(value) && value.length === 0));
  const signs = withSigns(context, usual, values);
  const [fewest] = least;
  return [
    ...least,
    ...(signs ? [signs] : []),
    ...members.slice(0, MOST.members).flatMap((member) => (fewest ? [member, both(fewest, member)] : [member])),
    ...empty.slice(0, MOST.empty),
  ];
}

/** A member of an enum in a body of the required fields: the optional ones may fit other members alone. */
function both(fewest: BodyChange, member: BodyChange): BodyChange {
  return { ...member, apply: (request) => varied(request, [fewest, member]) };
}

/** A text that has neither a letter nor a digit. */
const SIGN = "-";

/** Each text that is free, and names nothing, as a sign alone. */
function withSigns(
  context: RequestContext,
  usual: RequestSpec,
  values: readonly AllowedValue[],
): BodyChange | undefined {
  const signs = freeTexts(context, usual, values).flatMap(({ withOther }) => withOther?.(SIGN) ?? []);
  const allowed = signs.filter(({ apply }) => apply(usual) !== undefined);
  if (allowed.length === 0) return undefined;
  return {
    what: "texts without a letter or a digit",
    part: BODY,
    apply: (request) => varied(request, allowed),
  };
}

/**
 * Names in the first free texts of a body. One exists, and the others are new. Some programs read these as a path, or as the
 * name of a file.
 *
 * @param known the identifier of a resource that the run created
 */
export function namesInBody(context: RequestContext, usual: RequestSpec, known: string): BodyChange[] {
  const { generator } = context;
  const values = freeTexts(context, usual, ofBody(context, usual)).slice(0, MOST.names);
  const names: readonly [what: string, text: () => string][] = [
    ["the name of a resource that exists", () => known],
    ["a name with a slash", () => `${generator.unique(UNIQUE_LENGTH)}/${generator.unique(UNIQUE_LENGTH)}`],
    ["a name that ends with a dot", () => `${generator.unique(UNIQUE_LENGTH)}.`],
    ["a name that begins with a dot", () => `.${generator.unique(UNIQUE_LENGTH)}`],
  ];
  return values.flatMap(({ part, withOther }) =>
    names.flatMap(([what, text]): BodyChange[] => {
      const changed = withOther?.(text());
      return changed?.apply(usual) ? [{ what: `${what} in ${nameOf(part)}`, part, apply: changed.apply }] : [];
    }),
  );
}

/**
 * The identifier of a resource in optional fields. The target has not accepted these with generated values, so each may name
 * another resource of the same kind.
 */
export function referencesInBody(
  context: RequestContext,
  usual: RequestSpec,
  known: string | number | bigint,
): BodyChange[] {
  const sent = structuredBody(usual);
  const absent = ofBody(context, usual).filter(
    ({ part, value }) => part !== BODY && value !== undefined && valueAt(sent, part.slice(BODY.length)) === undefined,
  );
  return firstOfParts(absent)
    .slice(0, MOST.references)
    .flatMap(({ part, withOther }): BodyChange[] => {
      const changed = typeof known === "bigint" ? undefined : withOther?.(known);
      const what = `the identifier of another resource in ${nameOf(part)}`;
      return changed?.apply(usual) ? [{ what, part, apply: changed.apply }] : [];
    });
}

/** The documented values of a body. */
function ofBody(context: RequestContext, usual: RequestSpec): AllowedValue[] {
  return acceptedValues(context, usual).filter(({ part }) => part.startsWith(BODY));
}

/** A value of each text of a body that may be any text, and that does not name the resource. */
function freeTexts({ contract }: RequestContext, usual: RequestSpec, values: readonly AllowedValue[]): AllowedValue[] {
  const body = structuredBody(usual) ?? null;
  const named = clientIdentities(contract, usual.operation, body).map(({ pointer }) => BODY + pointer);
  const texts = values.filter(({ part, value, place }) => {
    return typeof value === "string" && !place.endsWith("/enum") && part !== BODY && !named.includes(part);
  });
  return firstOfParts(texts);
}

/** The first value of each part. */
function firstOfParts(values: readonly AllowedValue[]): AllowedValue[] {
  return values.filter((value, index) => !values.slice(0, index).some((known) => areOfOnePart(known, value)));
}

function nameOf(part: string): string {
  return pointerNames(part).slice(1).join(".");
}
