import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { isNumber, jsonText, parseWithDigits } from "#openapi/document/long-integer.js";
import type { CredentialUse, RequestSpec } from "#verify/model/request/request-spec.js";
import { pathValues } from "../address.js";
import type { Entry } from "./entry.js";
import type { Sent } from "./proof.js";

/** The name of the file in the folder of the reports. */
export const LEDGER_FILE = "ledger.jsonl";

/** The body of a request, as the file has it. It has no secrets, and no body of a target file. */
export interface LoggedBody {
  type: string | undefined;
  body: Json | undefined;
  /** The texts that were generated for it. */
  texts: readonly string[];
}

/** A request that may create something, as the file has it. */
export interface LoggedRequest extends LoggedBody {
  operation: string;
  /** The values of its path. */
  path: readonly (string | number | bigint | boolean)[];
  credential: string;
}

/** A resource that a request seems to have created. */
export interface LoggedCreation {
  /** JSON pointer to the field that identifies it. */
  pointer: string | undefined;
  value: string | number | bigint | undefined;
  address: string | undefined;
  around: string | undefined;
  wasAbsent: boolean;
  /** Whether the run was certain. */
  isProven: boolean;
  /** The bodies by which the run changed it. */
  changes: readonly LoggedBody[];
}

/** A creation that the file does not show to be undone. */
export interface OpenCreation {
  /** The address of the server. */
  baseUrl: string;
  request: LoggedRequest;
  /** The status of the response; 0 if the run ended before there was one. */
  status: number;
  /** Undefined if the run ended before a response. */
  creation: LoggedCreation | undefined;
  /** The lines of the file that it has. */
  lines: readonly string[];
}

/**
 * Writes down what a run creates, before it is sent. After the end of a process, the file shows what may be left. Each line
 * is a JSON object.
 */
export class CreationLog {
  readonly #file: string;
  readonly #baseUrl: string;
  readonly #redact: (text: string) => string;
  /** A text that no other run has: requests are numbered in each run. */
  readonly #run: string;
  readonly #numbers = new Map<Entry, string>();
  #last = 0;

  /**
   * @param redact replaces secrets
   * @param run a text that no other run has
   */
  constructor(file: string, { baseUrl, redact, run }: { baseUrl: string; redact(text: string): string; run: string }) {
    this.#file = file;
    this.#baseUrl = baseUrl;
    this.#redact = redact;
    this.#run = run;
  }

  /** Writes a request before it is sent. Returns its number. */
  sending({ operation, parameters, body, credential = "own" }: RequestSpec, texts: readonly string[]): string {
    this.#last += 1;
    const id = `${this.#run}-${this.#last}`;
    const values = pathValues(operation, parameters).map((known) => known?.value);
    const sent = given({
      operation: operation.id,
      path: values.flatMap((value) => (value === undefined || typeof value === "object" ? [] : [value])),
      credential: nameOf(credential),
      ...bodyFacts(body, texts),
    });
    this.#write({ id, baseUrl: this.#baseUrl, at: new Date().toISOString(), sent });
    return id;
  }

  /** Writes what came of a request. */
  responded(id: string, status: number, entries: readonly Entry[]): void {
    const created = entries.map((entry, index): JsonObject => {
      this.#numbers.set(entry, `${id}-${index}`);
      return { id: `${id}-${index}`, ...factsOf(entry) };
    });
    this.#write({ of: id, status, created });
  }

  /** Writes that a removed resource is there again. */
  reopened(entry: Entry): void {
    const id = this.#numbers.get(entry);
    if (id === undefined) return;
    const of = id.slice(0, id.lastIndexOf("-"));
    this.#write({ of, status: entry.exchange.status, created: [{ id, ...factsOf(entry) }] });
  }

  /** Writes that a resource was certainly created, and what identifies it. */
  proven(entry: Entry): void {
    const id = this.#numbers.get(entry);
    const { identity, address } = entry;
    const facts = given({ pointer: identity?.identifier.pointer, value: identity?.value, address });
    if (id !== undefined) this.#write({ proven: id, ...facts });
  }

  /** Writes that the run changed a resource. */
  changed(entry: Entry, { request: { body }, texts }: Sent): void {
    const id = this.#numbers.get(entry);
    if (id !== undefined) this.#write({ changed: id, ...given(bodyFacts(body, texts)) });
  }

  removed(entry: Entry): void {
    const id = this.#numbers.get(entry);
    if (id !== undefined) this.#write({ removed: id });
  }

  /** Removes the file if all that it has is undone. */
  close(): void {
    if (existsSync(this.#file) && openCreations(readFileSync(this.#file, "utf8")).length === 0) rmSync(this.#file);
  }

  #write(line: JsonObject): void {
    mkdirSync(dirname(this.#file), { recursive: true });
    // Only the user may read what was sent.
    appendFileSync(this.#file, `${this.#redact(jsonText(line))}\n`, { mode: 0o600 });
  }
}

function factsOf({ identity, address, around, wasAbsent, proof }: Entry): JsonObject {
  const facts = { pointer: identity?.identifier.pointer, value: identity?.value, address, around };
  return { ...given(facts), wasAbsent, isProven: proof === "created" };
}

function bodyFacts(body: RequestSpec["body"], texts: readonly string[]) {
  const isGiven = body?.source.kind === "target-file";
  return {
    type: body?.type,
    body: body && "value" in body && !isGiven ? body.value : undefined,
    texts: [...texts],
  };
}

function nameOf(credential: CredentialUse): string {
  return typeof credential === "string" ? credential : "own";
}

function given(facts: Readonly<Record<string, Json | undefined>>): JsonObject {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** A request of the file with what came of it. */
interface Logged {
  line: string;
  sent: JsonObject;
  status: number | undefined;
  created: Map<string, { facts: JsonObject; changes: LoggedBody[]; lines: string[] }>;
}

/** The creations of a file that are not undone. Lines that are not JSON are left out: a process may end while it writes one. */
export function openCreations(text: string): OpenCreation[] {
  const requests = new Map<string, Logged>();
  for (const line of text.split("\n")) {
    const object = parsedLine(line);
    if (object) readLine(requests, object, line);
  }
  return [...requests.values()].flatMap(({ line, sent, status, created }): OpenCreation[] => {
    const common = { baseUrl: textOf(sent.baseUrl), request: requestOf(asObject(sent.sent)) };
    if (status === undefined) return [{ ...common, status: 0, creation: undefined, lines: [line] }];
    return [...created.values()].map(({ facts, changes, lines }) => {
      return { ...common, status, creation: { ...creationOf(facts), changes }, lines: [line, ...lines] };
    });
  });
}

function readLine(requests: Map<string, Logged>, object: JsonObject, line: string): void {
  if (isObject(object.sent)) {
    requests.set(textOf(object.id), { line, sent: object, status: undefined, created: new Map() });
  } else if (object.of !== undefined) {
    const logged = requests.get(textOf(object.of));
    if (!logged) return;
    logged.status = typeof object.status === "number" ? object.status : 0;
    for (const each of asList(object.created).map(asObject)) {
      const own = { ...object, created: [each] };
      logged.created.set(textOf(each.id), { facts: each, changes: [], lines: [jsonText(own)] });
    }
  } else {
    const id = textOf(object.proven ?? object.removed ?? object.changed);
    const logged = requests.get(id.slice(0, id.lastIndexOf("-")));
    const known = logged?.created.get(id);
    if (object.removed !== undefined) logged?.created.delete(id);
    else if (known && object.changed !== undefined)
      Object.assign(known, { changes: [...known.changes, bodyOf(object)], lines: [...known.lines, line] });
    else if (known)
      Object.assign(known, { facts: { ...known.facts, ...object, isProven: true }, lines: [...known.lines, line] });
  }
}

function parsedLine(line: string): JsonObject | undefined {
  try {
    const value = parseWithDigits(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function requestOf(sent: JsonObject): LoggedRequest {
  return {
    operation: textOf(sent.operation),
    path: asList(sent.path).filter((value) => typeof value !== "object"),
    credential: textOf(sent.credential),
    ...bodyOf(sent),
  };
}

function bodyOf({ type, body, texts }: JsonObject): LoggedBody {
  return { type: typeof type === "string" ? type : undefined, body, texts: asList(texts).map(textOf) };
}

function creationOf(facts: JsonObject): Omit<LoggedCreation, "changes"> {
  const { pointer, value, address, around } = facts;
  return {
    pointer: typeof pointer === "string" ? pointer : undefined,
    value: typeof value === "string" || isNumber(value) ? value : undefined,
    address: typeof address === "string" ? address : undefined,
    around: typeof around === "string" ? around : undefined,
    wasAbsent: facts.wasAbsent === true,
    isProven: facts.isProven === true,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** Writes a file with these creations alone; removes it without any. */
export function keepOpen(file: string, creations: readonly OpenCreation[]): void {
  const lines = new Set(creations.flatMap((creation) => creation.lines));
  if (lines.size === 0) rmSync(file, { force: true });
  else writeFileSync(file, `${[...lines].join("\n")}\n`, { mode: 0o600 });
}
