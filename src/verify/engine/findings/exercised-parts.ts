import { createHash } from "node:crypto";
import { allNames } from "#cli/names-text.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { type Loss, lossesOf } from "#openapi/load/losses.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { partsOf } from "#openapi/schema/fields.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import { COVERAGE_KINDS, type Coverage, type CoverageKind } from "#verify/model/coverage.js";
import { groupBy } from "#verify/model/group-by.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { bodyValue, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import { type CaseResult, reasonOf } from "#verify/model/test-case/outcome.js";
import { visible } from "#verify/report/redaction/sanitize.js";
import { keyOf, memberName, nameOf, type OperationParts, type Part, partsOfOperation } from "./operation-parts.js";
import { OperationStates } from "./operation-states.js";

/** Which parts of a document the exchanges of a run exercised. */
export class ExercisedParts implements Projection {
  readonly states = new OperationStates();
  readonly #document: OpenApiDocument;
  readonly #schemesOf: (request: RequestSpec) => readonly string[];
  readonly #partsOf = oncePer((operation: Operation) => partsOfOperation(this.#document, operation));
  readonly #exercised = new Map<string, Set<string>>();
  /** The hashes of bodies of responses, with their operations: most responses of a run were sent before. */
  readonly #bodies = new Set<string>();

  /** @param schemesOf the security schemes whose valid keys a request has */
  constructor(document: OpenApiDocument, schemesOf: (request: RequestSpec) => readonly string[]) {
    this.#document = document;
    this.#schemesOf = schemesOf;
  }

  /** Takes an exchange. A method that the path does not have exercises nothing, and a removal tests nothing. */
  note({ request: spec, exchange, isRemoval }: JournalEntry): void {
    const { operation, method = operation.method, parameters } = spec;
    if (method !== operation.method || isRemoval || exchange.isOutage || exchange.status === 0) return;
    this.states.add(spec, exchange);
    const seen = this.#exercised.get(operation.id) ?? new Set<string>();
    this.#exercised.set(operation.id, seen);
    const parts = this.#partsOf(operation);
    // Responses and invalid requests may have any number of other fields.
    const add = (kind: CoverageKind, name: string) => {
      const key = keyOf({ kind, name });
      if (parts.all.has(key)) seen.add(key);
    };
    for (const parameter of parameters) addParameter(parameter, parts, add);
    addBody("request", bodyValue(spec), parts, add);
    if (operation.security.length > 1 && isSuccess(exchange)) add("alternative keys", allNames(this.#schemesOf(spec)));
    const response = responseFor(operation, exchange.status);
    if (!response) return;
    add("statuses", response.status);
    const body = createHash("sha1").update(`${operation.id} ${exchange.body}`).digest("base64");
    if (this.#bodies.has(body)) return;
    this.#bodies.add(body);
    addBody("response", jsonOf(exchange), parts, add);
  }

  /**
   * The coverage of the operations that test cases belong to.
   *
   * @param results of the run, whose reasons say why an operation was not exercised
   */
  coverage(operations: readonly Operation[], results: readonly CaseResult[]): Coverage {
    const resultsOf = groupBy(results, ({ operation }) => operation);
    const own = operations.filter(({ id }) => resultsOf.has(visible(id)));
    const parts = own.flatMap((operation) =>
      [...this.#partsOf(operation).all.values()].map((part) => ({ operation, part })),
    );
    const isExercised = ({ operation, part }: (typeof parts)[number]) => this.#isExercised(operation, part);
    const missing = parts.filter((part) => !isExercised(part));
    // A selection of operations says nothing of the whole document.
    const losses = own.length === operations.length ? lossesOf(this.#document) : [];
    return withLosses(losses, {
      operations: own.map(({ id }) => ({ operation: visible(id), ...this.states.stateOf(id) })),
      kinds: COVERAGE_KINDS.map((kind) => {
        const ofKind = parts.filter(({ part }) => part.kind === kind);
        return { kind, exercised: ofKind.filter(isExercised).length, total: ofKind.length };
      }).filter(({ total }) => total > 0),
      missing: [
        ...groupBy(missing, ({ operation, part }) => `${operation.id} ${part.kind} ${part.isUnresolved}`).values(),
      ].flatMap((group) => {
        const [first] = group;
        if (!first) return [];
        const { operation, part } = first;
        const reason = this.#reason(operation, part, resultsOf.get(visible(operation.id)) ?? []);
        return [
          {
            operation: visible(operation.id),
            kind: part.kind,
            names: group.map((entry) => visible(entry.part.name)),
            reason,
          },
        ];
      }),
    });
  }

  /** A request that an operation never accepted shows nothing of its parts. */
  #isExercised({ id }: Operation, part: Part): boolean {
    if (part.isUnresolved) return false;
    const hasSucceeded = this.states.hasSucceeded(id);
    if (part.kind === "operations") return hasSucceeded;
    return (hasSucceeded || isOfResponse(part)) && this.#exercised.get(id)?.has(keyOf(part)) === true;
  }

  #reason({ id }: Operation, { kind, isUnresolved }: Part, results: readonly CaseResult[]): string {
    if (isUnresolved) return "its $ref leads nowhere";
    if (this.states.hasResponded(id)) {
      if (this.states.hasSucceeded(id) || isOfResponse({ kind, name: "" })) return REASONS[kind];
      return `the operation never succeeded (${this.states.stateOf(id).statuses.join(", ")})`;
    }
    const reasons = results.flatMap(({ outcome }) => reasonOf(outcome) ?? []);
    return reasons[0] ?? "no test case sent a request";
  }
}

/**
 * The coverage of a document of which some parts cannot be used. They are an operation that was not reached, or parts of
 * none.
 */
function withLosses(losses: readonly Loss[], { operations, kinds, missing }: Coverage): Coverage {
  if (losses.length === 0) return { operations, kinds, missing };
  const lost = losses.map(({ operation, pointer, message }) => {
    return { operation, part: visible(operation ?? pointer), reason: visible(message) };
  });
  const [whole, parts] = [lost.filter(({ operation }) => operation), lost.filter(({ operation }) => !operation)];
  return {
    operations: [
      ...operations,
      ...whole.map(({ part }) => ({ operation: part, state: "not reached" as const, statuses: [] })),
    ],
    kinds: [
      ...kinds.map((counts) =>
        counts.kind === "operations" ? { ...counts, total: counts.total + whole.length } : counts,
      ),
      ...(parts.length > 0 ? [{ kind: "unusable parts" as const, exercised: 0, total: parts.length }] : []),
    ],
    missing: [
      ...missing,
      ...whole.map(({ part, reason }) => ({ operation: part, kind: "operations" as const, names: [part], reason })),
      ...parts.map(({ part, reason }) => ({ operation: "", kind: "unusable parts" as const, names: [part], reason })),
    ],
    unusable: lost.map(({ part, reason }) => ({ part, reason })),
  };
}

const REASONS: Record<CoverageKind, string> = {
  operations: "it never succeeded",
  parameters: "no request had it",
  "alternative keys": "no request with it succeeded",
  "request fields": "no request had it",
  statuses: "no response had it",
  "response fields": "no response had it",
  "enum members": "no request and no response had it",
  "unusable parts": "the document does not describe it",
};

/** Whether a part belongs to a response. */
function isOfResponse({ kind, name }: Part): boolean {
  if (kind === "enum members") return name.startsWith("response ");
  return kind === "statuses" || kind === "response fields";
}

type Add = (kind: CoverageKind, name: string) => void;

function addParameter({ parameter, value }: ParameterValue, { withEnum }: OperationParts, add: Add): void {
  const name = nameOf(parameter);
  add("parameters", name);
  if (!withEnum.has(name)) return;
  for (const [, values] of partsOf(value)) {
    for (const member of values) add("enum members", memberName(name, member));
  }
}

function addBody(side: "request" | "response", value: Json | undefined, { withEnum }: OperationParts, add: Add): void {
  if (value === undefined) return;
  for (const [at, values] of partsOf(value)) {
    if (at !== "") add(`${side} fields`, at);
    const name = `${side} ${at}`;
    if (!withEnum.has(name)) continue;
    for (const member of values) add("enum members", memberName(name, member));
  }
}
