import { type IHttpRequest, ProblemJsonError } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import type { Operation } from "#openapi/operations/operation.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import type { DocumentedOperation } from "../responder/choosing/documented.js";
import type { Asked } from "../responder/choosing/response-plan.js";
import type { Responder } from "../responder/responder.js";
import { hasKnownKey, sentKeys, tenantOf } from "../responder/sent-keys.js";
import { problem } from "../server/problem.js";
import type { ReceivedRequest } from "../server/read-request.js";
import { type OperationLookup, partsOf, type ReadableOperation } from "./documented-operations.js";
import { type Mocker, type Outcome, outcomeOf } from "./outcome.js";
import { rejection, UNKNOWN_KEY } from "./rejection.js";

/** Responds to requests, for Prism and without it: the responder decides, as for handlers of MSW. */
export class Answers {
  readonly #lookup: OperationLookup;
  readonly #responder: Responder;
  readonly #options: CreatorOptions;

  constructor(lookup: OperationLookup, responder: Responder, options: CreatorOptions) {
    this.#lookup = lookup;
    this.#responder = responder;
    this.#options = options;
  }

  /** The component that creates responses, in place of Prism's own. */
  readonly mocker: Mocker = ({ resource, input, config }) => {
    const documented = this.#lookup(resource);
    const asked = this.#asked(documented, input.data, config);
    const isInvalid = input.validations.some(({ severity }) => severity === DiagnosticSeverity.Error);
    if (!isInvalid && this.#knowsKey(documented, input.data)) {
      return () => this.#outcome(documented, asked);
    }
    const validations = isInvalid ? input.validations : [UNKNOWN_KEY];
    return () => rejection(this.#responder, documented, asked, { ...input, validations });
  };

  #knowsKey({ operation }: DocumentedOperation, request: IHttpRequest): boolean {
    return hasKnownKey(this.#keysIn(operation, request), this.#options.keys);
  }

  /** Whether a request has all keys that its operation requires, and the mock knows them. False if the contract does not say how one is sent. */
  admits({ operation }: DocumentedOperation, request: IHttpRequest): boolean {
    const { schemes, keys: known } = this.#options;
    const isDescribed = operation.security.every((names) => names.every((name) => schemes[name]));
    const keys = this.#keysIn(operation, request);
    if (!isDescribed || keys === undefined) return false;
    return hasKnownKey(keys, known);
  }

  /** The response to a valid request. */
  answer(documented: ReadableOperation, request: ReceivedRequest, preferences: Preferences): Outcome {
    return this.#outcome(documented, this.#asked(documented, request, preferences));
  }

  /** The response to a request that cannot be read: the documented one of its operation, or else the problem itself. */
  faulty(documented: ReadableOperation | undefined, request: ReceivedRequest, fault: ProblemJsonError): Outcome {
    const asked = documented && this.#asked(documented, request, { dynamic: false });
    const response = asked && this.#responder.reject(documented, asked, [fault.status], fault.detail);
    return response ? outcomeOf(response, false) : { _tag: "Left", left: fault };
  }

  /** An error with the headers that the document has for it. */
  withHeaders(documented: ReadableOperation, error: Error): Error {
    if (!(error instanceof ProblemJsonError)) return error;
    const { name, message, status, detail, additional } = error;
    const headers = { ...this.#responder.errorHeaders(documented, status), ...Object(additional?.headers) };
    return problem(status, message, detail, { ...additional, headers }, name);
  }

  #keysIn({ security }: Operation, request: IHttpRequest): string[] | undefined {
    return security.length === 0 ? [] : sentKeys(security, this.#options.schemes, partsOf(request));
  }

  #asked(documented: ReadableOperation, request: ReceivedRequest, preferences: Preferences): Asked {
    const { code, exampleKey, dynamic, seed } = preferences;
    const { keepsState, keys: known, schemes } = this.#options;
    const tenant = () => {
      const keys = known && this.#keysIn(documented.operation, request);
      return tenantOf(keys, known, schemes, partsOf(request));
    };
    const origin = keepsState ? { tenant: tenant(), ...originOf(request) } : undefined;
    const preferred = { code, exampleKey, dynamic, seed };
    return { reading: documented.read(request), accept: acceptOf(request), preferred, origin };
  }

  #outcome(documented: ReadableOperation, asked: Asked): Outcome {
    const { dynamic, seed } = asked.preferred;
    const response = this.#responder.respond(documented, asked);
    return outcomeOf(response, (dynamic && seed === undefined) || asked.origin !== undefined);
  }
}

/** The preferences of a request (RFC 7240). */
export type Preferences = Parameters<Mocker>[0]["config"];

/** The facts of a mock beside its document. */
export interface CreatorOptions {
  keepsState: boolean;
  /** The keys that it accepts: each has data of its own. Undefined for any key, and one set of data. */
  keys: readonly string[] | undefined;
  schemes: Readonly<Record<string, SecurityScheme>>;
}

function originOf(request: ReceivedRequest): Omit<NonNullable<Asked["origin"]>, "tenant"> {
  const { url, bytes } = request;
  const { query, headers } = partsOf(request);
  return {
    address: { pathname: url.path, searchParams: query },
    content: bytes && { type: headers.get("content-type") ?? "", bytes },
    range: headers.get("range") ?? undefined,
  };
}

function acceptOf(request: IHttpRequest): string | undefined {
  return partsOf(request).headers.get("accept") ?? undefined;
}
