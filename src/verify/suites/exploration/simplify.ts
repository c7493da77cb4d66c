import type { Json } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { withValue } from "#values/limits/boundary-values.js";
import { type ParameterValue, type RequestSpec, structuredBody } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { fieldsIn, withBody } from "#verify/requests/accepted-values/removals.js";
import { smallerValues } from "#verify/requests/exploration/smaller-values.js";
import { valuesOf } from "#verify/requests/generated-parts.js";
import { shrink } from "../accepted-values/shrink.js";
import type { Scenario, Step } from "./scenario.js";

/** The most requests that look for fewer parts, and for simpler values. */
const MOST_TRIES = { parts: 24, values: 32 };

/** Makes a step simpler; undefined if the document does not allow the rest. */
type Simplification = (step: Step) => Step | undefined;

/**
 * The smallest scenario that still fails in the same way: without requests, violations, parameters and fields that it does
 * not need, and with usual or simple values in the others.
 *
 * @param fails sends a scenario; false if it does not fail in the same way
 */
export async function simplified(
  context: CaseContext,
  scenario: Scenario,
  fails: (scenario: Scenario) => Promise<boolean>,
): Promise<Scenario> {
  let smallest = scenario;
  const tried = async (each: Scenario) => {
    if (!(await fails(each))) return undefined;
    smallest = each;
    return true;
  };
  const [first, ...later] = scenario;
  if (!first) return scenario;
  await shrink(scenario, later, (from, gone) => from.filter((each) => !gone.includes(each)), tried, MOST_TRIES.parts);
  const parts = smallest.flatMap((step, index) =>
    simplificationsOf(context, step).map((change) => (from: Scenario) => changed(from, index, change)),
  );
  const apply = (from: Scenario, changes: readonly ((each: Scenario) => Scenario | undefined)[]) =>
    changes.reduce<Scenario | undefined>((rest, change) => rest && change(rest), from);
  await shrink(smallest, parts, apply, tried, MOST_TRIES.parts);
  await simplifyValues(context, () => smallest, tried);
  return smallest;
}

function changed(scenario: Scenario, index: number, change: Simplification): Scenario | undefined {
  const step = scenario[index];
  const other = step && change(step);
  return other && scenario.map((each, position) => (position === index ? other : each));
}

/** Removes each part of a step; where that is not allowed, the part becomes the usual one. */
function simplificationsOf(context: CaseContext, { usual, request, violations }: Step): Simplification[] {
  const ofViolations = violations.map(
    (gone): Simplification =>
      (step) => ({ ...step, violations: step.violations.filter((each) => each !== gone) }),
  );
  const body = structuredBody(request);
  const usualBody = structuredBody(usual);
  const ofFields = fieldsIn(body, "").map(
    (at): Simplification =>
      (step) => {
        const value = structuredBody(step.request);
        if (value === undefined || valueAt(value, at) === undefined) return step;
        const other = valueAt(usualBody, at);
        return (
          withField(context, step, at, undefined) ??
          (other === undefined ? undefined : withField(context, step, at, other))
        );
      },
  );
  const ofParameters = request.parameters.flatMap((each): Simplification[] => {
    const other = usual.parameters.find(({ parameter }) => parameter === each.parameter);
    if (other === each || each.source.kind === "response" || each.source.kind === "target-file") return [];
    return [(step) => withParameter(step, each, other)];
  });
  return [...ofViolations, ...ofParameters, ...ofFields];
}

/** @param other in place of a parameter; undefined removes it */
function withParameter(step: Step, { parameter }: ParameterValue, other: ParameterValue | undefined): Step {
  const rest = step.request.parameters.filter((each) => each.parameter !== parameter);
  return { ...step, request: { ...step.request, parameters: other ? [...rest, other] : rest } };
}

function withField(context: CaseContext, step: Step, at: string, value: Json | undefined): Step | undefined {
  const body = structuredBody(step.request);
  const other = body === undefined ? undefined : withValue(body, at, value);
  const request = other === undefined ? undefined : withBody(context, step.request, other);
  return request && { ...step, request };
}

/** Tries simpler values in place of those that are not the usual ones. */
async function simplifyValues(
  context: CaseContext,
  current: () => Scenario,
  tried: (scenario: Scenario) => Promise<unknown>,
): Promise<void> {
  let tries = MOST_TRIES.values;
  for (const [index, step] of current().entries()) {
    for (const place of placesOf(step)) {
      for (let isSimpler = true; isSimpler; ) {
        isSimpler = false;
        for (const value of smallerValues(place.read(current()[index]?.request) ?? null)) {
          const candidate = changed(current(), index, (each) => place.write(context, each, value));
          if (!candidate) continue;
          if (tries === 0) return;
          tries -= 1;
          if (!(await tried(candidate))) continue;
          isSimpler = true;
          break;
        }
      }
    }
  }
}

/** A value of a request: a parameter, or a part of the body. */
interface Place {
  read(request: RequestSpec | undefined): Json | undefined;
  write(context: CaseContext, step: Step, value: Json): Step | undefined;
}

/** The values of a step that are not the usual ones. */
function placesOf({ usual, request }: Step): Place[] {
  const parameters = request.parameters.filter(
    (each) => each.source.kind === "generated" && each.parameter.in !== "path" && !usual.parameters.includes(each),
  );
  const usualBody = structuredBody(usual);
  const body = structuredBody(request);
  const fields = ["", ...fieldsIn(body, "")].filter((at) => {
    return JSON.stringify(valueAt(body, at)) !== JSON.stringify(valueAt(usualBody, at));
  });
  return [
    ...parameters.map(({ parameter }): Place => {
      const find = (from: RequestSpec | undefined) => from?.parameters.find((each) => each.parameter === parameter);
      return {
        read: (from) => find(from)?.value,
        write: (context, step, value) => {
          const known = find(step.request);
          // An empty value is written in different ways.
          const isWritten = value !== "" && !(Array.isArray(value) && value.length === 0);
          const isAllowed = isWritten && valuesOf(context).isValid(parameter, value, "request");
          return known && isAllowed ? withParameter(step, known, { ...known, value }) : undefined;
        },
      };
    }),
    ...fields.map(
      (at): Place => ({
        read: (from) => valueAt(from && structuredBody(from), at),
        write: (context, step, value) => withField(context, step, at, value),
      }),
    ),
  ];
}
