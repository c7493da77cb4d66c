import { type IHttpResponse, ProblemJsonError } from "@stoplight/prism-http";
import { headerText, isHeader, isToken } from "#http/headers.js";
import { MOCK_WARNING } from "#http/mock-state.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/schema/validator.js";
import { TimeOver, withinTime } from "#openapi/schema/within-time.js";
import { hasExample, violationOf } from "../responder/mocked-response.js";
import type { Outcome } from "./prism-mocker.js";

/** The generator may need several tries until a value is valid by all keywords of a schema. */
const DYNAMIC_TRIES = 20;

/** The time in which a response has to be generated, in milliseconds. */
const GENERATION_LIMIT = 1000;

/** How responses are validated before they are sent. */
export interface Validating {
  validator: SchemaValidator;
  /** Whether a response that is not valid by its schema is an error, in place of a warning. */
  isStrict: boolean;
}

/**
 * The first valid response of a mocker, with examples or with generated values; without one, a response with a warning.
 *
 * @param respond responds with generated values, or else with examples or the simplest values
 * @param isDynamic whether the request prefers generated values
 */
export function validOutcome(
  operation: Operation,
  respond: (dynamic: boolean) => Outcome,
  isDynamic: boolean,
  validating: Validating,
): Outcome {
  const generate = () => inTime(operation, () => respond(true));
  return firstValid(
    outcomes(() => respond(false), generate, isDynamic, operation),
    operation,
    validating,
  );
}

/** Generates a response, and ends after a time: a schema may require a text of billions of characters. */
function inTime(operation: Operation, respond: () => Outcome): Outcome {
  try {
    return withinTime(GENERATION_LIMIT, respond);
  } catch (error) {
    if (!(error instanceof TimeOver)) throw error;
    return { _tag: "Left", left: noResponseInTime(operation, GENERATION_LIMIT) };
  }
}

/**
 * The outcomes of a request, in the order of preference.
 *
 * @param respond responds with examples, or the simplest values
 * @param generate responds with generated values
 * @param isDynamic whether the request prefers generated values
 */
function* outcomes(
  respond: () => Outcome,
  generate: () => Outcome,
  isDynamic: boolean,
  operation: Operation,
): IterableIterator<Outcome> {
  if (!isDynamic) {
    const first = respond();
    yield first;
    // The author of an example wants to see it. Generated values never replace it.
    if (first._tag === "Right" && hasExample(operation, first.right)) return;
  }
  for (let tries = DYNAMIC_TRIES; tries > 0; tries -= 1) {
    const next = generate();
    yield next;
    // The generator fails at the schema, not at chance.
    if (next._tag === "Left") break;
  }
  if (isDynamic) yield respond();
}

/** The first valid response; without one, the first response with a warning, or an error if it is strict. */
function firstValid(candidates: Iterable<Outcome>, operation: Operation, { validator, isStrict }: Validating): Outcome {
  let failure: Outcome | undefined;
  let invalid: { response: IHttpResponse; violation: string } | undefined;
  for (const outcome of candidates) {
    if (outcome._tag === "Left") failure ??= outcome;
    else {
      const violation = violationOf(operation, outcome.right, validator) ?? uncarriedHeader(outcome.right);
      if (violation === undefined) return outcome;
      invalid ??= { response: outcome.right, violation };
    }
  }
  if (!invalid) return failure ?? { _tag: "Left", left: new Error(`The mock has no response for ${operation.id}.`) };
  return isStrict
    ? { _tag: "Left", left: noValidResponse(operation, invalid.violation) }
    : { _tag: "Right", right: withWarning(invalid.response, invalid.violation) };
}

/** What HTTP cannot carry of the headers of a response; undefined if it carries all of them. */
function uncarriedHeader({ headers = {} }: IHttpResponse): string | undefined {
  const [name, value] = Object.entries(headers).find(([each, sent]) => !isHeader(each, String(sent ?? ""))) ?? [];
  if (name === undefined) return undefined;
  if (!isToken(name)) return `the header ${name} has a name that is not a token (RFC 9110, 5.1), and is left out`;
  return `the header ${name} has ${JSON.stringify(value)}, and HTTP cannot carry some of its characters (RFC 9110, 5.5)`;
}

/** The characters of a warning that are sent. */
const WARNING_LENGTH = 400;

/** A response with a header that says why it is not valid by its schema. */
export function withWarning(response: IHttpResponse, violation: string): IHttpResponse {
  const text = headerText(`not valid by the contract: ${violation}`, WARNING_LENGTH);
  return { ...response, headers: { ...response.headers, [MOCK_WARNING]: text } };
}

/** The error for an operation whose examples, or generated values, are invalid by their own schema. */
function noValidResponse({ id }: Operation, violation: string): ProblemJsonError {
  return ProblemJsonError.fromTemplate(
    { type: "about:blank", title: "The contract contradicts itself", status: 500 },
    `The mock has no response for ${id} that is valid by its schema: ${violation}. Correct the example or the schema. Without --strict, the mock sends it with a warning.`,
  );
}

/**
 * The error for an operation whose schema takes too long to generate a value from.
 *
 * @param limit in milliseconds
 */
function noResponseInTime({ id }: Operation, limit: number): ProblemJsonError {
  return ProblemJsonError.fromTemplate(
    { type: "about:blank", title: "No response could be generated in time", status: 500 },
    `The mock could not generate a response for ${id} within ${limit / 1000} s: its schema may require a long text or list. Omit dynamic=true, and add an example to the contract.`,
  );
}
