import { parseJsonWithDigits } from "#http/body/parse-json.js";
import { findRoute, type Route, routesOf } from "#http/routes.js";
import { writtenPlace } from "#openapi/document/written-place.js";
import { baseOf } from "#openapi/operations/own-server.js";
import { Undecided } from "#openapi/patterns/undecided.js";
import { failedRequirements } from "../engine/findings/attribution.js";
import { strongTags } from "../history/resources/strong-tags.js";
import type { Contract } from "../model/contract.js";
import type { Finding, FindingDraft } from "../model/finding/finding.js";
import { isWarning } from "../model/finding/severity.js";
import { subjectOf } from "../model/finding/subject.js";
import type { Exchange } from "../model/request/exchange.js";
import { NoResponse } from "../model/test-case/skipped.js";
import { withCauses } from "../report/cause/causes.js";
import { type GivenKnown, judgedKnown } from "../report/known/known.js";
import { redact } from "../report/redaction/redact.js";
import { sanitize, sanitizeFinding } from "../report/redaction/sanitize.js";
import { createReport, type Report, type UndocumentedField } from "../report/report.js";
import { type Standard, verdictOf } from "../report/verdict.js";
import { curl } from "../transport/curl.js";
import { checkRecorded, isConclusive } from "./check-recorded.js";
import { FaultlessExchanges } from "./faultless-exchanges.js";
import { readRecorded } from "./read-request.js";
import type { RecordedExchange } from "./recorded-exchange.js";
import { shownRequest } from "./shown-request.js";
import { TrafficCases } from "./traffic-cases.js";
import { TrafficSecrets } from "./traffic-secrets.js";
import { Undocumented } from "./undocumented.js";

/** The settings of a check of traffic. */
export interface TrafficOptions extends Standard, GivenKnown {
  contract: Contract;
  /** The name of the traffic in reports: its file, or the server that a proxy forwards to. */
  name: string;
  /** The base URL of the API (default: any address whose path ends with one of the document). */
  baseUrl?: string | undefined;
  /** The variable that stands for keys in reports. */
  keyVariable: string;
  /** Whether undocumented fields are failures (default: false). */
  strict?: boolean;
  /** Whether the server keeps no state: a mock (default: false). */
  stateless?: boolean;
}

/** An exchange that was checked. */
export interface CheckedExchange {
  /** The exchange without secrets in its request; undefined if it belongs to no operation. */
  exchange: Exchange | undefined;
  /** All findings, the failures first. */
  findings: Finding[];
}

/** Checks traffic exchange by exchange, and reports it as a run of `verify`. */
export class Traffic {
  readonly secrets: TrafficSecrets;
  /** How many exchanges belong to an operation. */
  exchanges = 0;
  /** The parts of the exchanges that the document lacks. */
  readonly undocumented: Undocumented;
  readonly #options: TrafficOptions;
  readonly #routes: readonly Route[];
  readonly #cases: TrafficCases;
  readonly #faultless = new FaultlessExchanges();
  readonly #undocumentedFields = new Map<string, UndocumentedField>();
  readonly #strongTags = strongTags();
  readonly #begun = Date.now();

  constructor(options: TrafficOptions) {
    const { contract, baseUrl, keyVariable } = options;
    this.#options = options;
    this.undocumented = new Undocumented(baseUrl);
    this.#routes = routesOf(contract.operations, baseUrl);
    this.#cases = new TrafficCases(contract);
    this.secrets = new TrafficSecrets(contract.schemes, keyVariable);
  }

  /** The route of a request, and the values of its path parameters; undefined without an operation. */
  routeOf({ method, url }: Pick<RecordedExchange["request"], "method" | "url">) {
    return findRoute(this.#routes, method, url);
  }

  /**
   * The path of the server to which the request of a path is forwarded. It is that of the base URL, or of the operation's
   * own server at the same origin.
   *
   * @param pathname without the path of the base URL
   */
  basePathOf(method: string, pathname: string): string {
    const { contract, baseUrl = "" } = this.#options;
    const base = baseOf(contract.operationOf(method, pathname)?.server, baseUrl);
    const isSame = new URL(base).origin === new URL(baseUrl).origin;
    return new URL(isSame ? base : baseUrl).pathname.replace(/\/+$/, "");
  }

  /**
   * The result of an exchange that repeats others without findings; undefined if none is kept.
   *
   * @param key that equal exchanges share, and no others
   * @param duration in milliseconds
   */
  repeated(key: string, duration: number): CheckedExchange | undefined {
    const known = this.#faultless.get(key);
    if (!known) return undefined;
    const { operation, exchange } = known;
    this.exchanges += 1;
    this.#cases.add(operation, { status: exchange.status, duration, hasBody: true }, { findings: [], warnings: [] });
    return { exchange: { ...exchange, duration }, findings: [] };
  }

  /**
   * Checks an exchange.
   *
   * @param key by which `repeated` finds it (default: it is not kept)
   * @throws UserError if a schema of the document cannot be used
   */
  async check(recorded: RecordedExchange, key?: string): Promise<CheckedExchange> {
    const { contract, keyVariable, strict = false, stateless = false } = this.#options;
    this.secrets.collect(recorded);
    const route = this.routeOf(recorded.request);
    if (!route) {
      this.undocumented.addRequest(recorded);
      return { exchange: undefined, findings: [] };
    }
    const { operation, path } = route;
    const { status, headers, body } = recorded.response;
    const exchange: Exchange = {
      operation: operation.id,
      status,
      headers,
      duration: recorded.duration,
      truncated: false,
      request: shownRequest(recorded, operation, contract.schemes, keyVariable),
      body: body ?? "",
      json: body === undefined ? undefined : parseJsonWithDigits(body),
    };
    this.exchanges += 1;
    const request = readRecorded(contract, operation, path, recorded);
    if (!isConclusive(exchange, request)) return { exchange, findings: [] };
    const isBodyKnown = body !== undefined;
    const checked = await checkRecorded(contract, request, exchange, { isBodyKnown, strict, stateless }).catch(
      (error: unknown) => {
        // A response that could not be validated in time is not known to be wrong.
        if (error instanceof Undecided) return undefined;
        throw error;
      },
    );
    if (!checked) return { exchange, findings: [] };
    // Other clients change what traffic shows, so no other rule over the history of resources holds here.
    const ofHistory = isBodyKnown
      ? this.#strongTags.note({ request: request.spec, exchange, asker: () => askerOf(recorded) })
      : [];
    const all = [...checked.findings, ...ofHistory];
    this.undocumented.add(operation, recorded, checked.undocumentedFields);
    for (const { at } of checked.undocumentedFields) this.#addField(operation.id, at);
    const failures = all.filter((finding) => !isWarning(finding)).map((finding) => this.#completed(finding, exchange));
    const warnings = all.filter(isWarning).map((finding) => this.#completed(finding, exchange));
    const facts = { status, duration: exchange.duration, hasBody: isBodyKnown };
    this.#cases.add(operation, facts, { findings: failures, warnings });
    const findings = [...failures, ...warnings];
    if (key !== undefined && isBodyKnown && findings.length === 0) this.#faultless.add(key, { operation, exchange });
    return { exchange, findings };
  }

  /** The requests to the API that belong to no operation: method and path, without a query. */
  get unknown(): ReadonlySet<string> {
    const secrets = this.secrets.current;
    return new Set(this.undocumented.requests.map(({ method, path }) => sanitize(`${method} ${path}`, secrets)));
  }

  /** Records that a request had no complete response. */
  addSilence(request: RecordedExchange["request"], reason: string): void {
    const recorded = { request, response: { status: 0, headers: new Headers(), body: undefined }, duration: 0 };
    this.secrets.collect(recorded);
    const operation = this.routeOf(request)?.operation;
    if (!operation) return;
    const { contract, keyVariable } = this.#options;
    const secrets = this.secrets.current;
    const shown = shownRequest(recorded, operation, contract.schemes, keyVariable);
    const reproduce = curl(shown, (text) => redact(text, secrets));
    this.#cases.addSilence(operation, {
      reason: sanitize(new NoResponse(operation.id, shown, reason).message, secrets),
      reproduce,
    });
  }

  /** The report of the traffic so far. */
  report(): Report {
    const { contract, name } = this.#options;
    const date = new Date(this.#begun).toISOString();
    const results = judgedKnown(withCauses(this.#cases.results), this.#options, { date, complete: [] });
    return createReport(contract.document, {
      results,
      target: name,
      begun: this.#begun,
      seed: 0,
      shard: undefined,
      start: undefined,
      only: [],
      verdict: verdictOf(results.cases, undefined, this.#options),
      summary: {
        requests: this.exchanges,
        observed: [],
        undocumentedFields: [...this.#undocumentedFields.values()],
        leftovers: [],
      },
    });
  }

  /** A finding as reports hold it: attributed to requirements, and without secrets. A warning breaks none. */
  #completed(draft: FindingDraft, exchange: Exchange): Finding {
    const { check, rule, data, message, basis = "stated", place, expected, received } = draft;
    const secrets = this.secrets.current;
    const written = writtenPlace(this.#options.contract.document, place);
    const requirements = isWarning(draft)
      ? []
      : failedRequirements(this.#options.contract.requirements, exchange.operation, draft);
    const about = subjectOf(draft.about, exchange.operation, exchange);
    const reproduce = curl(exchange.request, (text) => redact(text, secrets));
    const facts = { check, rule, data, message, basis, place: written, expected, received };
    return sanitizeFinding({ ...facts, requirements, about, assumes: [], reproduce }, secrets);
  }

  #addField(operation: string, pointer: string): void {
    const at = sanitize(pointer, this.secrets.current);
    this.#undocumentedFields.set(`${operation} ${at}`, { operation, at });
  }
}

/** The headers of a request by which a server may show its client something else than others. */
function askerOf({ request: { headers } }: RecordedExchange): string {
  return [...headers].filter(([name]) => /^(authorization|cookie|accept.*|x-.*)$/.test(name)).join("\n");
}
