import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import { type ParameterValue, type RequestSpec, structuredBody } from "../model/request/request-spec.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { fieldsIn, withBody } from "../requests/accepted-values/changed-request.js";
import { smallerValues } from "../requests/exploration/smaller-values.js";
import { valuesOf } from "../requests/generated-parts.js";
import { keyOf, type Scenario, type Step } from "./scenario.js";
import { shrink } from "./shrink.js";
import type { UnusualPart } from "./unusual-parts.js";

/** The most requests that look for simpler values. */
const SIMPLIFY_TRIES = 32;

/** Makes a step simpler; undefined if the document does not allow the rest. */
type Simplification = (step: Step) => Step | undefined;

/** Sends a scenario, and returns whether it fails in the same way. */
type Fails = (scenario: Scenario) => Promise<boolean>;

/**
 * Looks for the smallest scenario that still fails in the same way. It leaves out requests, violations, parameters and
 * fields that are not needed. The others get usual or simple values.
 *
 * @param simplifiesValues whether values are simplified too that are not the usual ones
 */
export async function simplified(
  context: RequestContext,
  scenario: Scenario,
  fails: Fails,
  simplifiesValues: boolean,
): Promise<void> {
  const [, ...later] = scenario;
  const fewest = await shrink(scenario, later, (from, gone) => from.filter((step) => !gone.includes(step)), fails);
  const parts = fewest.flatMap((step, index) =>
    simplificationsOf(context, step).map((change) => (from: Scenario) => changed(from, index, change)),
  );
  const apply = (from: Scenario, changes: readonly ((scenario: Scenario) => Scenario | undefined)[]) => {
    const rest = changes.reduce<Scenario | undefined>((known, change) => known && change(known), from);
    return rest && keyOf(rest) !== keyOf(from) ? rest : undefined;
  };
  const smallest = await shrink(fewest, parts, apply, fails);
  if (simplifiesValues) await simplifyValues(context, smallest, fails);
}

function changed(scenario: Scenario, index: number, change: Simplification): Scenario | undefined {
  const step = scenario[index];
  const simpler = step && change(step);
  return simpler && scenario.map((known, position) => (position === index ? simpler : known));
}

/** Removes each part of a step; where that is not allowed, the part becomes the usual one. */
function simplificationsOf(context: RequestContext, { usual, request, violations }: Step): Simplification[] {
  const ofViolations = violations.map(
    (gone): Simplification =>
      (step) => ({ ...step, violations: step.violations.filter((violation) => violation !== gone) }),
  );
  const body = structuredBody(request);
  const usualBody = structuredBody(usual);
  const ofFields = fieldsIn(body, "").map(
    (at): Simplification =>
      (step) => {
        const value = structuredBody(step.request);
        if (value === undefined || valueAt(value, at) === undefined) return step;
        const without = withField(context, step, at, undefined);
        if (without) return { ...without, needless: [...(step.needless ?? []), at] };
        const usualValue = valueAt(usualBody, at);
        return usualValue === undefined ? undefined : withField(context, step, at, usualValue);
      },
  );
  const ofParameters = request.parameters.flatMap((sent): Simplification[] => {
    const known = usual.parameters.find(({ parameter }) => parameter === sent.parameter);
    if (known === sent || sent.source.kind === "response" || sent.source.kind === "target-file") return [];
    return [(step) => withParameter(step, sent, known)];
  });
  return [...ofViolations, ...ofParameters, ...ofFields];
}

/**
 * A request with the usual values in place of some of its unusual parts. Undefined if the document does not allow the rest.
 */
export function withUsualParts(context: RequestContext, step: Step, parts: readonly UnusualPart[]): Step | undefined {
  return parts.reduce<Step | undefined>((rest, { part }) => rest && withUsualPart(context, rest, part), step);
}

function withUsualPart(context: RequestContext, step: Step, part: string): Step | undefined {
  const [place, ...names] = pointerNames(part);
  if (place === "body") {
    const at = pointerTo("", ...names);
    return withField(context, step, at, valueAt(structuredBody(step.usual), at));
  }
  const isSame = ({ parameter }: ParameterValue) => parameter.in === place && parameter.name === names[0];
  const sent = step.request.parameters.find(isSame);
  return sent && withParameter(step, sent, step.usual.parameters.find(isSame));
}

/** @param replacement in place of a parameter; undefined removes it */
function withParameter(step: Step, { parameter }: ParameterValue, replacement: ParameterValue | undefined): Step {
  const rest = step.request.parameters.filter((sent) => sent.parameter !== parameter);
  return { ...step, request: { ...step.request, parameters: replacement ? [...rest, replacement] : rest } };
}

function withField(context: RequestContext, step: Step, at: string, value: Json | undefined): Step | undefined {
  const body = structuredBody(step.request);
  const changedBody = body === undefined ? undefined : withValue(body, at, value);
  const request = changedBody === undefined ? undefined : withBody(context, step.request, changedBody);
  return request && { ...step, request };
}

/** Tries simpler values in place of those that are not the usual ones. */
async function simplifyValues(context: RequestContext, scenario: Scenario, fails: Fails): Promise<void> {
  let smallest = scenario;
  let tries = SIMPLIFY_TRIES;
  for (const [index, step] of scenario.entries()) {
    for (const place of placesOf(step)) {
      for (let isSimpler = true; isSimpler; ) {
        isSimpler = false;
        for (const value of smallerValues(place.read(smallest[index]?.request) ?? null)) {
          const candidate = changed(smallest, index, (known) => place.write(context, known, value));
          if (!candidate) continue;
          if (tries === 0) return;
          tries -= 1;
          if (!(await fails(candidate))) continue;
          smallest = candidate;
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
  write(context: RequestContext, step: Step, value: Json): Step | undefined;
}

/** The values of a step that are not the usual ones. */
function placesOf({ usual, request }: Step): Place[] {
  const parameters = request.parameters.filter(
    (sent) => sent.source.kind === "generated" && sent.parameter.in !== "path" && !usual.parameters.includes(sent),
  );
  const usualBody = structuredBody(usual);
  const body = structuredBody(request);
  const fields = ["", ...fieldsIn(body, "")].filter((at) => {
    return jsonText(valueAt(body, at)) !== jsonText(valueAt(usualBody, at));
  });
  return [
    ...parameters.map(({ parameter }): Place => {
      const find = (from: RequestSpec | undefined) => from?.parameters.find((sent) => sent.parameter === parameter);
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
