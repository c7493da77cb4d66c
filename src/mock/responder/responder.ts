import { RETRY_AFTER } from "#conditions/rejection.js";
import { MOCK_STATE } from "#http/mock-state.js";
import type { Chosen } from "#http/negotiate.js";
import type { RequestReading, RequestViolation } from "#http/request/read-request.js";
import { isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { TimeOver, withinTime } from "#openapi/patterns/within-time.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import type { State } from "#state/state.js";
import { bodyText } from "./body-text.js";
import { CHOICE_HEADER, stateText, withChoice } from "./choosing/choice.js";
import type { DocumentedOperation } from "./choosing/documented.js";
import { preferredStatus } from "./choosing/preferred-status.js";
import {
  type Asked,
  exampleOf,
  type ResponsePlan,
  rejectionPlan,
  responsePlan,
  statedFor,
  successStatus,
} from "./choosing/response-plan.js";
import { echoIdentifiers } from "./echo-identifiers.js";
import { echoSent } from "./echo-sent.js";
import { explainError } from "./errors/explain-error.js";
import { contradiction, notFinal, notInTime, Refusal } from "./errors/refusal.js";
import { undocumentedStatus } from "./errors/undocumented-status.js";
import { examplePage } from "./list/example-page.js";
import { generatedPage } from "./list/generated-page.js";
import { withParentFields } from "./list/parent-fields.js";
import { liveResponse, undocumentedResponse } from "./live-response.js";
import { type MakeValues, type ValueMaker, valueMakers } from "./made-values.js";
import { isValidBody, type MockedResponse, violationOf, withWarning } from "./mocked-response.js";
import { headersOf, uncarriedHeader, withCarriedHeaders } from "./response-headers.js";
import { StatedBodies } from "./stated-bodies.js";

/** The most bodies that are generated until one is valid. */
const TRIES = 20;

/** The time in which a response has to be generated, in milliseconds. */
const GENERATION_LIMIT = 1000;

/**
 * Responds to requests as a document says, for the mock and for handlers of MSW. It prefers the example that matches the
 * request, then another example of the response, then generated values.
 */
export class Responder {
  readonly #document: OpenApiDocument;
  readonly #validator: SchemaValidator;
  readonly #makeValues: MakeValues;
  readonly #isStrict: boolean;
  readonly #state: State | undefined;
  readonly #stated: StatedBodies;
  readonly #phraseOf: (status: number) => string | undefined;

  /**
   * @param options.isStrict whether a response that is not valid by the document is a rejection, in place of a warning
   * @param options.state the resources that requests create and change (default: responses do not depend on earlier requests)
   * @param options.phraseOf the words of a status (default: its number)
   */
  constructor(
    document: OpenApiDocument,
    validator: SchemaValidator,
    { isStrict = false, state, phraseOf = () => undefined }: ResponderOptions = {},
  ) {
    this.#document = document;
    this.#validator = validator;
    this.#isStrict = isStrict;
    this.#state = state;
    this.#makeValues = valueMakers(document);
    this.#stated = new StatedBodies(document);
    this.#phraseOf = phraseOf;
  }

  /** The response to a valid request, which may prefer a status. */
  respond(documented: DocumentedOperation, asked: Asked): MockedResponse | Refusal {
    const response = this.#live(documented, asked) ?? this.#documented(documented, asked);
    if (response instanceof Refusal) return response;
    const { statusCode } = response;
    if (statusCode < 200 || statusCode > 599) return notFinal(statusCode);
    return statusCode === 429
      ? { ...response, headers: { "retry-after": RETRY_AFTER, ...response.headers } }
      : response;
  }

  #documented(documented: DocumentedOperation, asked: Asked): MockedResponse | Refusal {
    const { operation } = documented;
    const { code, exampleKey } = asked.preferred;
    if (code !== undefined && exampleKey === undefined && !responseFor(operation, code)) {
      return undocumentedStatus(operation, code, this.#phraseOf(code));
    }
    const status = preferredStatus(operation, asked.preferred);
    const plan = status instanceof Refusal ? status : responsePlan(this.#document, documented, asked, status);
    if (plan instanceof Refusal) return plan;
    if (plan) return this.#responseOf(plan);
    return this.#withoutSuccess(operation);
  }

  /** The response to a valid request where the document has none, or errors alone. */
  #withoutSuccess(operation: Operation): MockedResponse | Refusal {
    const violation = `${operation.id} documents no success`;
    return this.#isStrict ? contradiction(operation, violation) : withWarning({ statusCode: 204 }, violation);
  }

  /**
   * The documented response to an invalid request; undefined if it says nothing beyond its status.
   *
   * @param statuses those that fit, the best first
   * @param reason what is wrong with the request, as a sentence
   */
  reject(
    documented: DocumentedOperation,
    asked: Asked,
    statuses: readonly number[],
    reason: string,
  ): MockedResponse | Refusal | undefined {
    const plan = rejectionPlan(this.#document, documented, asked, statuses);
    return plan && this.#responseOf({ ...plan, reason });
  }

  /** The headers that the document has for an error, for a problem in its place. */
  errorHeaders({ operation }: DocumentedOperation, status: number): Record<string, string> {
    const response = status < 400 ? undefined : statedFor(operation.responses, status);
    return response ? headersOf(response, this.#makeValues({}, `${operation.pointer} ${status}`)) : {};
  }

  /**
   * The response from the state. Undefined if nothing says what the request does, or it prefers a response of the document.
   */
  #live(documented: DocumentedOperation, asked: Asked): MockedResponse | Refusal | undefined {
    const { origin, reading, preferred } = asked;
    const state = this.#state;
    const prefers = preferred.code !== undefined || preferred.exampleKey !== undefined || preferred.dynamic === true;
    if (!state || !origin || prefers) return undefined;
    const { operation } = documented;
    const { tenant, address, content, range } = origin;
    const kept = (response: MockedResponse) => fromState(state, operation, response);
    const outcome = state.respond({ operation, reading, tenant, query: address.searchParams, content, range });
    if (!outcome) return undefined;
    if (outcome.kind === "unchanged") return kept({ statusCode: 304, headers: { etag: outcome.tag } });
    if (outcome.kind === "refused") {
      const [first = 400] = outcome.statuses;
      const status =
        outcome.statuses.find((code) => operation.responses.some(({ status: key }) => key === `${code}`)) ?? first;
      const documentedRefusal = this.reject(documented, asked, outcome.statuses, outcome.reason);
      if (documentedRefusal instanceof Refusal) return documentedRefusal;
      if (documentedRefusal) return kept(documentedRefusal);
      return new Refusal(status, REFUSED, outcome.reason, stateHeaders(state, operation));
    }
    const isPart = outcome.kind === "file" && outcome.part !== undefined;
    const status = isPart ? 206 : successStatus(operation, outcome.kind === "resource" && outcome.isNew);
    const plan = responsePlan(this.#document, documented, asked, status);
    if (plan instanceof Refusal) return plan;
    if (!plan) {
      const response = this.#withoutSuccess(operation);
      if (response instanceof Refusal) return response;
      return kept(outcome.kind === "resource" ? undocumentedResponse(state, operation, outcome, response) : response);
    }
    const isValid = this.#isValidFor(operation);
    const writing = {
      document: this.#document,
      validator: this.#validator,
      state,
      operation,
      reading,
      address,
      isValid,
    };
    const response = this.#responseOf(plan, {
      make: (template) => liveResponse(writing, outcome, template, plan.chosen?.content),
      isPage: outcome.kind === "page",
    });
    if (response instanceof Refusal) return response;
    return fromState(state, operation, response, outcome.kind === "page" ? outcome.ignored : []);
  }

  /** @param live what the response has from the state, in place of an example or generated values */
  #responseOf(plan: ResponsePlan, live?: Live): MockedResponse | Refusal {
    const { asked, documented, matching, response, statusCode, chosen } = plan;
    const { operation } = documented;
    const values = this.#makeValues(asked.preferred, keyOf(plan));
    const deprecation = operation.deprecated ? { deprecation: "true" } : {};
    const empty: MockedResponse = { statusCode, headers: { ...headersOf(response, values), ...deprecation } };
    const example = exampleOf(this.#document, plan);
    const isExample = example !== undefined || chosen === undefined;
    const made = live
      ? live.make(this.#template(plan, empty, example, values))
      : isExample
        ? this.#withExample(plan, empty, example)
        : this.#generated(plan, empty, values);
    if (made instanceof Refusal) return made;
    const isDocumented = example !== undefined && made.body === example;
    const violation = violationOf(operation, made, this.#validator) ?? uncarriedHeader(made);
    if (violation !== undefined && this.#isStrict) return contradiction(operation, violation);
    const judged = violation === undefined ? made : withWarning(withCarriedHeaders(made), violation);
    const sent = withChoice(judged, { preferred: asked.preferred, matching: matching?.key, isExample });
    const isKept = live?.isPage === true;
    if (chosen) {
      sent.body = isDocumented ? this.#stated.textOf(made.body, chosen) : this.#written(made.body, chosen, isKept);
    }
    return sent;
  }

  /**
   * A response of the document, in which a resource of the state takes the place of another. Some examples are texts that have
   * the JSON of an object.
   */
  #template(
    { chosen, documented }: ResponsePlan,
    empty: MockedResponse,
    example: Json | undefined,
    values: ValueMaker,
  ): MockedResponse {
    const isPlain = example !== undefined && (typeof example !== "object" || example === null);
    const isUsable =
      chosen && !(isPlain && !this.#isValidFor(documented.operation)(withBody(empty, chosen.type, example)));
    const body = chosen && ((isUsable ? example : undefined) ?? values.body(chosen.content, 0));
    return chosen && body !== undefined ? withBody(empty, chosen.type, body) : empty;
  }

  #withExample(plan: ResponsePlan, empty: MockedResponse, example: Json | undefined): MockedResponse {
    const { documented, asked, matching, chosen } = plan;
    const { operation, examples, list } = documented;
    const { reading, preferred } = asked;
    const plain = chosen ? withBody(empty, chosen.type, example) : empty;
    // The author of an example wants to see it as it is.
    if (preferred.exampleKey !== undefined) return plain;
    const echoed = echoIdentifiers(operation, reading, plain, this.#validator, matching);
    if (!list) return echoed;
    const page = { examples, matching, reading };
    const isValid = this.#isValidFor(operation);
    return withParentFields(operation, list, page, examplePage(list, page, echoed, isValid), isValid);
  }

  /** Generated values, which are made again while they are invalid. */
  #generated(plan: ResponsePlan, empty: MockedResponse, values: ValueMaker): MockedResponse | Refusal {
    const { operation } = plan.documented;
    try {
      return withinTime(GENERATION_LIMIT, () => {
        let made = this.#generatedOnce(plan, empty, values, 0);
        const isWrong = () => !isValidBody(operation, made, this.#validator);
        for (let round = 1; round < TRIES && !values.hasFailed && isWrong(); round += 1) {
          made = this.#generatedOnce(plan, empty, values, round);
        }
        return made;
      });
    } catch (error) {
      if (!(error instanceof TimeOver)) throw error;
      return notInTime(operation, GENERATION_LIMIT);
    }
  }

  #generatedOnce(plan: ResponsePlan, empty: MockedResponse, values: ValueMaker, first: number): MockedResponse {
    const { documented, asked, chosen } = plan;
    const { operation, examples, list } = documented;
    const { reading } = asked;
    let round = first;
    const next = (): MockedResponse => {
      const body = chosen && values.body(chosen.content, round);
      round += 1;
      return chosen && body !== undefined ? withBody(empty, chosen.type, body) : empty;
    };
    const isValid = this.#isValidFor(operation);
    if (plan.statusCode >= 400) {
      // A key counts more than what the request violates.
      const violations = plan.reason === undefined || plan.statusCode === 401 ? [] : reading.violations;
      return explainError(next(), plan.reason, violations, isValid, (violation) => sentAt(reading, violation));
    }
    const identified = echoIdentifiers(operation, reading, next(), this.#validator, undefined);
    const echoed = echoSent(operation, reading, identified, isValid);
    if (!list) return echoed;
    const page = { examples, matching: undefined, reading };
    return withParentFields(operation, list, page, generatedPage(list, reading, echoed, next, isValid), isValid);
  }

  /** @param isKept as of `bodyText` */
  #written(body: unknown, { content, type }: Chosen<MediaType>, isKept: boolean): string | Uint8Array | undefined {
    if (body === undefined || body instanceof Uint8Array) return body;
    return bodyText(this.#document, valueAt(body, "") ?? null, type, content, isKept);
  }

  #isValidFor(operation: Operation): (response: MockedResponse) => boolean {
    return (response) => isValidBody(operation, response, this.#validator);
  }
}

interface ResponderOptions {
  isStrict?: boolean;
  state?: State | undefined;
  phraseOf?(status: number): string | undefined;
}

/** The part of a response that is from the state. */
interface Live {
  /** Puts it into a response of the document. */
  make(template: MockedResponse): MockedResponse;
  /** Whether it is a page of a list. */
  isPage: boolean;
}

const REFUSED = "The state of the mock refuses the request";

/** The headers that say that a response is from the state. */
function stateHeaders(state: State, operation: Operation, ignored: readonly string[] = []): Record<string, string> {
  return {
    [CHOICE_HEADER]: stateText(ignored),
    [MOCK_STATE.name]: state.isOpen(operation) ? MOCK_STATE.open : MOCK_STATE.kept,
  };
}

function fromState(
  state: State,
  operation: Operation,
  response: MockedResponse,
  ignored?: readonly string[],
): MockedResponse {
  return { ...response, headers: { ...response.headers, ...stateHeaders(state, operation, ignored) } };
}

/** The origin of generated values: a component, which operations may share, or a response. */
function keyOf({ documented: { operation }, statusCode, chosen }: ResponsePlan): string {
  const { schema } = chosen?.content ?? {};
  const isShared = isObject(schema) && Object.keys(schema).join() === "$ref";
  return isShared ? String(schema.$ref) : `${operation.pointer} ${statusCode}`;
}

function withBody(response: MockedResponse, type: string, body: unknown): MockedResponse {
  return { ...response, headers: { ...response.headers, "content-type": type }, body };
}

/** The value of a request that violates the document; undefined if it is missing. */
function sentAt({ parameters, body }: RequestReading, { in: side, names, field }: RequestViolation): Json | undefined {
  if (side === "body") return body && "value" in body ? valueAt(body.value, field) : undefined;
  const sent = parameters.find(({ parameter }) => parameter.in === side && parameter.name === names[0]);
  return sent && valueAt(sent.value, field);
}
