import { asObject, type Json } from "../openapi/document.js";
import type { Operation } from "../openapi/operation.js";
import { valueAt } from "../openapi/pointer.js";
import { responseFor } from "../openapi/status.js";
import type { Ask, Expectation } from "./ask.js";
import { BROKEN_OFF, lackOfAccess, NotVerified } from "./case.js";
import { findingsOf } from "./checks/all.js";
import { type CheckFinding, readJson } from "./checks/check.js";
import { undocumentedFields } from "./checks/undocumented.js";
import type { Environment } from "./environment.js";
import { type Exchange, jsonOf, succeeded } from "./exchange.js";
import type { Finding } from "./finding.js";
import { goodAsk } from "./known.js";
import { presentable } from "./present.js";
import { curl } from "./report/curl.js";
import { buildRequest } from "./request.js";
import { SAFE_METHODS, type Target } from "./target.js";

/** One case under way: it sends what the case asks for, checks every answer, and keeps what is found. */
export class CaseRun {
  readonly environment: Environment;
  readonly findings: Finding[] = [];
  readonly statuses: number[] = [];
  duration = 0;
  #last: Exchange | undefined;
  /** What this case has made on the target. */
  readonly #made: { operation: Operation; exchange: Exchange; isNew: boolean }[] = [];
  /** Settings of the target file that this case has used. */
  readonly #settings = new Set<string>();
  readonly #signal: AbortSignal | undefined;

  /** @param signal breaks the case off */
  constructor(environment: Environment, signal?: AbortSignal) {
    this.environment = environment;
    this.#signal = signal;
  }

  get target() {
    return this.environment.target;
  }

  /**
   * Sends a request, and holds the answer against the document and the expectation.
   *
   * @returns the answer, whatever it is: what was found is in `findings`
   * @throws NotVerified if the target rightly refuses (a rate limit; a key that may not); NoAnswer
   */
  async ask(ask: Ask, expected: Expectation): Promise<Exchange> {
    const exchange = await this.send(ask);
    await this.judge(ask, expected, exchange);
    return exchange;
  }

  /** Holds an answer against the document and the expectation, as `ask` does. */
  async judge(ask: Ask, expected: Expectation, exchange: Exchange): Promise<void> {
    await this.#refuseUnfit(ask, expected, exchange);
    const { document, validator, promises } = this.environment;
    for (const finding of findingsOf({ document, validator, promises, asked: ask, expected, exchange })) {
      this.find(finding, exchange);
    }
    this.#note(ask.operation, expected, exchange);
  }

  /** Sends a request without holding the answer against anything. */
  async send(ask: Ask): Promise<Exchange> {
    if (this.#signal?.aborted) throw new NotVerified(BROKEN_OFF);
    const { target, schemes } = this.environment;
    for (const setting of settingsOf(ask, target)) this.#settings.add(setting);
    const request = await buildRequest(ask, target, schemes).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      throw new NotVerified(`the request cannot be written: ${error.message}`);
    });
    const exchange = await this.environment.exchange(ask.operation.id, request, this.#signal);
    this.statuses.push(exchange.status);
    this.duration += exchange.duration;
    this.#last = exchange;
    if (hasMade(ask, exchange)) this.leave(ask.operation, exchange, this.#isNew(ask, exchange));
    return exchange;
  }

  /**
   * Whether what a POST tells of surely was not there before: all that was sent is made up, or something is, and the answer
   * says that it was created (201). An example may name what somebody has.
   */
  #isNew({ operation, body }: Ask, { status }: Exchange): boolean {
    const texts = textsIn(body && "value" in body ? body.value : (body?.text ?? null));
    const own = texts.filter((text) => this.environment.isOwn(text));
    const whole = texts.length > 0 && own.length === texts.length && !operation.path.includes("{");
    return whole || (own.length > 0 && status === 201);
  }

  /** Keeps what a check of one answer has found, with the request that showed it. */
  find(finding: CheckFinding, exchange: Exchange | undefined): void {
    // What was asked for, and by whom, decides what status is right; the form of an answer is right or wrong by itself.
    this.#keep(finding, exchange, finding.check === "status");
  }

  /**
   * Keeps what a promise says and no check can tell by one answer: at a place of the document, under the ids of promises,
   * with the request that showed it: the last one, unless told.
   */
  findBroken(
    check: string,
    location: string,
    promises: readonly string[],
    facts: Record<"message" | "expected" | "received", string>,
    exchange = this.#last,
  ): void {
    this.#keep({ check, location, promises: [...promises], ...facts }, exchange, true);
  }

  #keep(finding: CheckFinding, exchange: Exchange | undefined, rests: boolean): void {
    const restsOn = rests ? [...this.#settings] : [];
    this.findings.push({ ...finding, restsOn, repeat: exchange ? curl(exchange.request) : "" });
  }

  observe(id: string, seen: string): void {
    this.environment.observe(id, seen);
  }

  /**
   * Notes that something is on the target which the case has made; what a POST tells of is noted by itself.
   *
   * @param isNew whether it surely was not there before, and may be removed
   */
  leave(operation: Operation, made: Exchange, isNew = false): void {
    if (!this.#made.some(({ exchange }) => exchange === made)) this.#made.push({ operation, exchange: made, isNew });
  }

  /** Notes that something is there no more. */
  gone(made: Exchange): void {
    const at = this.#made.findIndex(({ exchange }) => exchange === made);
    if (at >= 0) this.#made.splice(at, 1);
  }

  /**
   * Removes what the case has made, by the provision module; what is left is told at the end of the run. What may have
   * been there before, because an example was sent as it is, is not removed.
   */
  async tidyUp(): Promise<void> {
    // What is started for one run ends with it.
    if (this.target.hasExamples) return;
    const { left, leftovers } = this.environment;
    const { remove } = await this.environment.provision();
    const removed = new Set<string>();
    for (const { operation, exchange, isNew } of this.#made.splice(0)) {
      const body = jsonOf(exchange);
      const id = asObject(body).id ?? exchange.headers.get("location") ?? undefined;
      const thing = `${operation.id}${id === undefined ? "" : ` ${String(id)}`}`;
      // What was added twice is there once.
      if (id !== undefined && (removed.has(thing) || left.has(thing))) continue;
      let why = isNew ? "" : " (it may have been there before)";
      const removing = isNew ? remove?.({ operation: operation.id, body }) : undefined;
      const isRemoved = await removing?.catch((error: Error) => {
        why = ` (${error.message})`;
        return false;
      });
      if (isRemoved) removed.add(thing);
      else {
        left.add(thing);
        leftovers.push(presentable(thing + why, this.target));
      }
    }
  }

  async #refuseUnfit(
    { operation, parameters, key = "own" }: Ask,
    expected: Expectation,
    { status }: Exchange,
  ): Promise<void> {
    if (status === 429)
      throw new NotVerified("the target went on refusing with 429: its rate limit is too low for this run");
    const wantsSuccess = expected.kind === "success" || expected.responses.some((each) => each.status.startsWith("2"));
    const refused = (status === 401 || status === 403) && responseFor(operation, status) !== undefined;
    if (refused && key === "own" && expected.kind === "refusal" && (await this.#isClosed(operation))) {
      throw new NotVerified(`the key is refused with ${status} whatever is asked for: that proves nothing`);
    }
    const used = parameters.find(({ value }) => this.environment.listed.has(String(value)));
    if (used && wantsSuccess && (status === 404 || status === 410)) {
      throw new NotVerified(
        `${used.parameter.name} ${JSON.stringify(used.value)} of the target file's list was answered with ${status}: it may have been used up before`,
      );
    }
    if (refused && wantsSuccess && key === "otherTeam") {
      throw lackOfAccess("the other team's key", status);
    }
    if (refused && key === "own" && wantsSuccess && !this.target.hasExamples) {
      // A key may lack access (403); but one that is known in one place is not unknown (401) in another.
      if (status === 401 && (await this.#isKnownElsewhere(operation))) return;
      throw lackOfAccess("the key", status);
    }
  }

  /** Whether the own key is refused what is good to read. */
  async #isClosed(operation: Operation): Promise<boolean> {
    if (this.target.hasExamples || !SAFE_METHODS.includes(operation.method)) return false;
    const exchange = await this.#goodExchange(operation);
    return exchange?.status === 401 || exchange?.status === 403;
  }

  /** What the own key brings where what is asked for is good to read, asked for once; undefined if that is not known. */
  #goodExchange(operation: Operation): Promise<Exchange | undefined> {
    return this.environment.shared(`good exchange of ${operation.id}`, async () => {
      const ask = await goodAsk(this, operation);
      return ask && this.send(ask);
    });
  }

  /** Whether the own key opens another operation that asks for a key in the same way. */
  async #isKnownElsewhere(operation: Operation): Promise<boolean> {
    const { operations } = this.environment;
    const way = JSON.stringify(operation.security);
    const other = operations.find(
      (each) => each !== operation && SAFE_METHODS.includes(each.method) && JSON.stringify(each.security) === way,
    );
    if (!other) return false;
    const exchange = await this.#goodExchange(other);
    return exchange !== undefined && succeeded(exchange);
  }

  /** What the target does where the document leaves it open, and what it sends beyond the document. */
  #note(operation: Operation, expected: Expectation, exchange: Exchange): void {
    const { document, target } = this.environment;
    const response = responseFor(operation, exchange.status);
    if (!response) return;
    const open = Object.keys(asObject(asObject(valueAt(document, response.pointer))["x-unspecified"]));
    const success = response.status.startsWith("2");
    for (const id of open) {
      const seen = success
        ? `${operation.id} succeeds with ${exchange.status}`
        : `${expected.why}: ${exchange.status} ${shapeOf(exchange)}`;
      this.observe(id, seen);
    }
    if (!success) return;
    for (const { at, pointer, ids } of undocumentedFields(document, operation, exchange)) {
      this.environment.noteUndocumented(operation.id, at);
      for (const id of ids) this.observe(id, `${operation.id} has the field ${at}`);
      if (!target.strict) continue;
      this.find(
        {
          check: "undocumented",
          message: `the body has the field ${at}, which the document does not have`,
          promises: [],
          location: pointer,
          expected: "documented fields only (--strict)",
          received: at,
        },
        exchange,
      );
    }
  }
}

/**
 * What a request takes from the target file and no answer can prove: that a value is there, or whose a key is.
 *
 * @returns the places in the file
 */
function settingsOf({ operation, parameters, key = "own" }: Ask, { values }: Target): string[] {
  const holder = typeof key === "string" && key !== "own" && key !== "none" ? [`credentials.${key}`] : [];
  const given = parameters.flatMap(({ parameter: { name }, value }) =>
    Object.entries(values[operation.id]?.[name] ?? {})
      .filter(([, known]) => (Array.isArray(known) ? known : [known]).map(String).includes(String(value)))
      .map(([example]) => `values.${operation.id}.${name}.${example}`),
  );
  return [...holder, ...given];
}

/** Every text in a value, but not the names of fields. */
function textsIn(value: Json): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Whether a POST, by what it was answered, has made something: a POST that only asks for something tells of no thing. */
function hasMade({ operation, method = operation.method }: Ask, exchange: Exchange): boolean {
  if (method.toLowerCase() !== "post" || !succeeded(exchange)) return false;
  const tellsOf = exchange.headers.has("location") || asObject(jsonOf(exchange)).id !== undefined;
  return exchange.status === 201 || tellsOf;
}

/** The body of an error in a word or two. */
function shapeOf({ headers, body }: Exchange): string {
  if (body === "") return "without a body";
  const type = (headers.get("content-type") ?? "no Content-Type").split(";")[0] ?? "";
  const read = readJson(body)?.value;
  const names = typeof read === "object" && read !== null ? Object.keys(read).toSorted().join(", ") : "";
  return names ? `${type} (${names})` : type;
}
