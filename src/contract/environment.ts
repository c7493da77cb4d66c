import { setTimeout } from "node:timers/promises";
import type { OpenApiDocument } from "../openapi/document.js";
import type { Operation } from "../openapi/operation.js";
import { operationsOf } from "../openapi/operations.js";
import type { SecurityScheme } from "../openapi/security.js";
import { securitySchemes } from "../openapi/security.js";
import { SchemaValidator } from "../openapi/validator.js";
import type { Exchange } from "./exchange.js";
import { grouped } from "./grouped.js";
import { presentable } from "./present.js";
import { type Promised, promisesOf } from "./promises.js";
import type { Disposable, Provision, Team } from "./provision.js";
import { loadProvision } from "./provision.js";
import type { BuiltRequest } from "./request.js";
import { NoAnswer, send } from "./send.js";
import type { Target } from "./target.js";

/** What was seen where the document leaves things open. */
export interface Observation {
  /** The id of the open point. */
  id: string;
  seen: string;
}

/** A field that the document does not have. */
export interface UndocumentedField {
  operation: string;
  /** JSON pointer into the body; list indexes are written as `*`. */
  at: string;
}

/** How many unanswered requests are enough to know that an operation, or the whole target, does not answer. */
const PATIENCE = { operation: 3, target: 8 };

/** All that the cases of one run share. */
export class Environment {
  readonly document: OpenApiDocument;
  readonly target: Target;
  readonly operations: readonly Operation[];
  readonly validator: SchemaValidator;
  readonly promises: readonly Promised[];
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** How many requests went out. */
  requests = 0;
  readonly observations: Observation[] = [];
  readonly undocumented: UndocumentedField[] = [];
  /** Values that this run made up, and nobody had before. */
  readonly madeUp = new Set<string>();
  /** Values of the target file's lists that this run used; a run before it may have used them up. */
  readonly listed = new Set<string>();
  /** What was created and could not be removed, and why, if that is known. */
  readonly leftovers: string[] = [];
  /** The same as operation and id. */
  readonly left = new Set<string>();
  /** Operations whose lists were found to be in another order at each reading. */
  readonly restless = new Set<string>();
  readonly #byPath: ReadonlyMap<string, readonly Operation[]>;
  readonly #byOperationId: ReadonlyMap<string | undefined, readonly Operation[]>;
  readonly #shared = new Map<string, unknown>();
  readonly #used = new Map<string, number>();
  readonly #unique = new Set<string>();
  #provision: Promise<Provision> | undefined;
  #random: number;
  #next = 0;

  /** @param validator one of the same document, where several runs share it: compiling schemas takes time */
  constructor(document: OpenApiDocument, target: Target, validator = new SchemaValidator(document)) {
    this.document = document;
    this.target = target;
    this.operations = operationsOf(document);
    this.validator = validator;
    this.promises = promisesOf(document);
    this.schemes = securitySchemes(document);
    this.#random = target.seed >>> 0;
    this.#byPath = grouped(this.operations, ({ path }) => path);
    this.#byOperationId = grouped(this.operations, ({ operationId }) => operationId);
  }

  /** The operations of a path, in the order of the document. */
  operationsAt(path: string): readonly Operation[] {
    return this.#byPath.get(path) ?? [];
  }

  /** The operation with an operationId. */
  operationNamed(operationId: string): Operation | undefined {
    return this.#byOperationId.get(operationId)?.[0];
  }

  /** The same at each call with one key: what several cases need is asked for once. */
  shared<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    const made = this.#shared.get(key) ?? make();
    this.#shared.set(key, made);
    return made as Promise<Value>;
  }

  /** Forgets what was shared under a key, so that it is asked for again. */
  forget(key: string): void {
    this.#shared.delete(key);
  }

  /** A number from 0 to 1, the same in every run with one seed (mulberry32). */
  random(): number {
    this.#random = (this.#random + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#random ^ (this.#random >>> 15), 1 | this.#random);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Letters and digits that no other call of this run gets. */
  unique(length = 10): string {
    const characters = "abcdefghijklmnopqrstuvwxyz0123456789";
    return this.#own(Array.from({ length }, () => characters[Math.floor(this.random() * 36)]).join(""));
  }

  /** A made-up UUID of version 4 (RFC 9562, 5.4). */
  uuid(): string {
    const digit = () => Math.floor(this.random() * 16).toString(16);
    const some = (count: number) => Array.from({ length: count }, digit).join("");
    return this.#own(`${some(8)}-${some(4)}-4${some(3)}-a${some(3)}-${some(12)}`);
  }

  /** Whether a text holds something that this run made up, and that nobody had before. */
  isOwn(text: string): boolean {
    return [...this.#unique].some((each) => text.includes(each));
  }

  #own(made: string): string {
    this.#unique.add(made);
    return made;
  }

  observe(id: string, told: string): void {
    const seen = presentable(told, this.target);
    if (!this.observations.some((each) => each.id === id && each.seen === seen)) this.observations.push({ id, seen });
  }

  noteUndocumented(operation: string, pointer: string): void {
    const at = presentable(pointer, this.target);
    if (this.undocumented.some((each) => each.operation === operation && each.at === at)) return;
    this.undocumented.push({ operation, at });
  }

  /** The provision module of the target; an empty one if it names none. */
  async provision(): Promise<Provision> {
    this.#provision ??= this.target.provision
      ? loadProvision(this.target.provision.module, this.target.provision.url)
      : Promise.resolve({});
    return this.#provision;
  }

  /**
   * A value that may be used up: the next of the target file's list, or a minted one.
   *
   * @returns undefined if there is none
   */
  async disposable(operation: Operation, parameter: string, team: Team = "own"): Promise<Disposable | undefined> {
    if (team === "own") {
      const lists = Object.values(this.target.values[operation.id]?.[parameter] ?? {}).filter(Array.isArray);
      const key = `${operation.id} ${parameter}`;
      const used = this.#used.get(key) ?? 0;
      const value = lists.flat()[used];
      if (value !== undefined) {
        this.#used.set(key, used + 1);
        this.listed.add(String(value));
        return { value: String(value), tokens: [] };
      }
    }
    const { disposable } = await this.provision();
    return disposable?.({ operation: operation.id, parameter, team });
  }

  /** How often an operation was asked in vain, and whether it ever answered. */
  readonly #silence = new Map<string, { silent: number; answered: boolean }>();

  /**
   * Sends a request. Where an operation, or the whole target, never answers, it is not asked for ever.
   *
   * @throws NoAnswer
   */
  async exchange(operation: string, request: BuiltRequest, signal?: AbortSignal): Promise<Exchange> {
    const own = this.#silence.get(operation) ?? { silent: 0, answered: false };
    this.#silence.set(operation, own);
    const all = [...this.#silence.values()];
    const dead =
      all.every((each) => !each.answered) && all.reduce((sum, each) => sum + each.silent, 0) >= PATIENCE.target;
    if (dead || (!own.answered && own.silent >= PATIENCE.operation)) {
      throw new NoAnswer(request.shown, "it did not answer several times before, and was not asked again");
    }
    await this.#pace();
    try {
      const onWait = () => this.observe("U9", `${operation} was answered with 429`);
      const exchange = await send(request, this.target.timeout, onWait, signal);
      own.answered = true;
      return exchange;
    } catch (error) {
      own.silent += 1;
      throw error;
    }
  }

  /** Waits until the target's rate admits another request. */
  async #pace(): Promise<void> {
    this.requests += 1;
    const { rate } = this.target;
    if (rate === undefined) return;
    const now = Date.now();
    const at = Math.max(now, this.#next);
    this.#next = at + 1000 / rate;
    if (at > now) await setTimeout(at - now);
  }
}
