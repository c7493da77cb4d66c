import { STATUS_CODES } from "node:http";
import { createInstance, type IHttpConfig, type IHttpRequest, type IHttpResponse } from "@stoplight/prism-http";
import { authorizationScheme } from "#http/credentials.js";
import { routeTree } from "#http/route-tree.js";
import { firstWithMethod, type RouteMatch, routesOf } from "#http/routes.js";
import { asList, asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type SecurityScheme, securitySchemes } from "#openapi/operations/security.js";
import { validatorOf } from "#openapi/validator/validator.js";
import { MEMORY, type Store } from "#state/keep.js";
import type { State } from "#state/state.js";
import { placedOperations } from "#statements/resources/placed-paths.js";
import { readPreferences } from "../responder/choosing/preferences.js";
import { Refusal } from "../responder/errors/refusal.js";
import { Responder } from "../responder/responder.js";
import { problem } from "../server/problem.js";
import type { ReceivedRequest } from "../server/read-request.js";
import { Answers, type Preferences } from "./create-response.js";
import { operationLookup, type ReadableOperation, withoutHeader } from "./documented-operations.js";
import type { Outcome } from "./outcome.js";
import { ownProblem } from "./own-problems.js";
import { prismOperations } from "./prism-operations.js";
import { RememberedResponses } from "./remembered-responses.js";
import { requestValidator } from "./validate-request.js";

/** Prism for one contract. */
export interface Prism {
  /**
   * Responds to a request as the contract documents it.
   *
   * @throws ProblemJsonError if Prism rejects the request, and plain errors for some input that Prism cannot read
   */
  respond(request: ReceivedRequest): Promise<IHttpResponse>;
}

const CONFIG: IHttpConfig = {
  isProxy: false,
  checkSecurity: true,
  validateRequest: true,
  // Responses are validated by the validator of `verify` instead, so that mock and verification cannot disagree.
  validateResponse: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

const phraseOf = (status: number) => STATUS_CODES[status];

/** Prism logs each step of each request. */
const ignore = () => {};
const SILENT = {
  child: () => SILENT,
  debug: ignore,
  error: ignore,
  info: ignore,
  success: ignore,
  trace: ignore,
  warn: ignore,
};

/** The settings of a mock beyond its document. */
export interface PrismOptions {
  /** Whether a response that is not valid by the contract is an error, in place of a warning. */
  isStrict?: boolean;
  /** The resources that requests create and change (default: responses do not depend on earlier requests). */
  state?: State | undefined;
  /** Where the state is kept (default: in memory). */
  store?: Store;
  /** The keys that are accepted, each with data of its own (default: any key). */
  keys?: readonly string[] | undefined;
  /** Whether each request takes the pipeline of Prism, also a valid one: to compare both (default: false). */
  isPiped?: boolean;
}

/**
 * Sets up Prism for a contract, with two components in place of its own. One validates requests, and one creates responses.
 *
 * @throws UserError if a reference of the contract leads nowhere
 */
export function createPrism(
  contract: OpenApiDocument,
  { isStrict = false, state, store = MEMORY, keys, isPiped = false }: PrismOptions = {},
): Prism {
  const validator = validatorOf(contract);
  const operations = placedOperations(contract);
  const lookup = operationLookup(contract, operations, validator);
  const resources = prismOperations(contract, operations);
  const matchesAt = routeTree(routesOf(operations, ""));
  const schemes = securitySchemes(contract);
  const answers = new Answers(lookup, new Responder(contract, validator, { isStrict, state, phraseOf }), {
    ...{ keepsState: state !== undefined, keys, schemes },
  });
  const prism = createInstance(CONFIG, {
    logger: SILENT,
    validateInput: requestValidator(lookup),
    mock: answers.mocker,
  });
  const remembered = new RememberedResponses(contract, operations);
  const bases = basePaths(contract, operations);
  const respond = async (asked: ReceivedRequest): Promise<IHttpResponse> => {
    const { request, served } = withoutBase(asked, bases, matchesAt);
    const match = firstWithMethod(served, request.method);
    const documented = match && lookup(match.operation);
    /** @throws Error for an error, with its documented headers */
    const outputOf = (outcome: Outcome): IHttpResponse => {
      if (outcome._tag === "Right") return outcome.right;
      throw documented ? answers.withHeaders(documented, outcome.left) : outcome.left;
    };
    if (request.fault) return outputOf(answers.faulty(documented, request, request.fault));
    const mock = preferencesOf(request);
    // The reading is kept with the request: Prism and our responder ask for it again.
    if (documented) documented.read(request, match.path);
    const direct = !isPiped && documented && directAnswer(answers, documented, request, mock);
    if (direct) return outputOf(direct);
    const around = served.map(({ operation }) => operation);
    const wanted = match ? [match.operation] : around;
    const candidates = resources.filter((_, index) => wanted.some((operation) => operation === operations[index]));
    // Prism compares the path with that of each operation that it gets.
    const among = candidates.length > 0 ? candidates : resources;
    const checked = withoutOtherScheme(request, wanted, schemes);
    const outcome = await prism.request(checked, among, { ...CONFIG, mock })();
    if (outcome._tag === "Right") return outcome.right.output;
    return outputOf({
      _tag: "Left",
      left: ownProblem(outcome.left, request, contract, { operations, served: around }),
    });
  };
  if (!state) {
    // A request that cannot be read has no headers and no body here, by which it would differ from others.
    return {
      respond: (request) => (request.fault ? respond(request) : remembered.of(request, () => respond(request))),
    };
  }
  return { respond: (request) => store.exchange(isSafe(request), () => respond(request)) };
}

/**
 * The response to a request that our own reading finds valid. It needs no pipeline of Prism. Undefined for any other request. Both have
 * the same readers, so Prism would decide the same.
 */
function directAnswer(
  answers: Answers,
  documented: ReadableOperation,
  request: ReceivedRequest,
  preferences: Preferences,
): Outcome | undefined {
  if (!answers.admits(documented, request)) return undefined;
  return documented.read(request).violations.length > 0 ? undefined : answers.answer(documented, request, preferences);
}

/** @throws ProblemJsonError if a preference cannot be read */
function preferencesOf({ headers, url: { query = {} } }: IHttpRequest): Preferences {
  const preferred = readPreferences(headers?.prefer, (name) => [query[name] ?? []].flat()[0]);
  if (preferred instanceof Refusal) throw problem(preferred.status, preferred.title, preferred.detail);
  return { ...CONFIG.mock, ...preferred };
}

/** The request without `Authorization` if no operation has its scheme (RFC 9110, 11.6.2). Prism knows few schemes. */
function withoutOtherScheme(
  request: IHttpRequest,
  operations: readonly Operation[],
  schemes: Readonly<Record<string, SecurityScheme>>,
): IHttpRequest {
  const { authorization } = request.headers ?? {};
  const names = operations.flatMap(({ security }) => security.flat());
  const words = names.flatMap((name) => (schemes[name] ? (authorizationScheme(schemes[name]) ?? []) : []));
  const [, sent = ""] = /^(\S+) +\S/.exec(authorization ?? "") ?? [];
  const isOwn = words.length === 0 || words.includes("") || words.includes(sent.toLowerCase());
  return authorization === undefined || isOwn ? request : withoutHeader(request, "authorization");
}

/** The paths of the servers of a document, the longest first (Server Object, OpenAPI 3.1, 4.8.5). */
function basePaths({ servers }: OpenApiDocument, operations: readonly Operation[]): string[] {
  const shared = asList(servers).map((server) => {
    const { url, variables } = asObject(server);
    return String(url ?? "/").replace(/\{([^{}]+)\}/g, (_, name: string) =>
      String(asObject(asObject(variables)[name]).default ?? ""),
    );
  });
  const paths = [...shared, ...operations.flatMap(({ server }) => server?.url ?? [])].flatMap((address) => {
    const path = URL.canParse(address, "http://localhost") ? new URL(address, "http://localhost").pathname : "/";
    return path === "/" ? [] : [path.replace(/\/$/, "")];
  });
  return [...new Set(paths)].toSorted((one, other) => other.length - one.length);
}

/** The request without the path of a server, and the routes of its path. A path that the document has stays as it is. */
function withoutBase(
  request: ReceivedRequest,
  bases: readonly string[],
  matchesAt: (pathname: string) => RouteMatch[],
): { request: ReceivedRequest; served: RouteMatch[] } {
  const { path } = request.url;
  const whole = matchesAt(path);
  if (whole.length > 0) return { request, served: whole };
  for (const base of bases) {
    const rest = path.startsWith(`${base}/`) ? path.slice(base.length) : undefined;
    const served = rest === undefined ? [] : matchesAt(rest);
    if (rest !== undefined && served.length > 0) {
      return { request: { ...request, url: { ...request.url, path: rest } }, served };
    }
  }
  return { request, served: whole };
}
