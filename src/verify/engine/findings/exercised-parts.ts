import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import type { MediaType, Operation, Parameter } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { fieldsOf, partsOf } from "#openapi/schema/fields.js";
import { COVERAGE_KINDS, type Coverage, type CoverageKind } from "#verify/model/coverage.js";
import { groupBy } from "#verify/model/group-by.js";
import { type Exchange, jsonOf } from "#verify/model/request/exchange.js";
import { bodyValue, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import { type CaseResult, reasonOf } from "#verify/model/test-case/outcome.js";
import { visible } from "#verify/report/sanitize.js";
import { OperationStates } from "./operation-states.js";

/** A part of a document that a run can exercise. */
interface Part {
  kind: CoverageKind;
  name: string;
}

/** Characters. Longer bodies are not compared: there are few of them, and they would fill the memory. */
const MAX_BODY = 20_000;

/** Which parts of a document the exchanges of a run exercised. */
export class ExercisedParts {
  readonly states = new OperationStates();
  readonly #document: OpenApiDocument;
  readonly #exercised = new Map<string, Set<string>>();
  /** Bodies of responses by operation: most responses of a run were sent before. */
  readonly #bodies = new Set<string>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
  }

  /** Records an exchange. A method that the path does not have exercises nothing. */
  add(spec: RequestSpec, exchange: Exchange): void {
    const { operation, method = operation.method, parameters } = spec;
    if (method !== operation.method) return;
    this.states.add(spec, exchange);
    const seen = this.#exercised.get(operation.id) ?? new Set<string>();
    this.#exercised.set(operation.id, seen);
    const add = (kind: CoverageKind, name: string) => seen.add(keyOf({ kind, name }));
    for (const parameter of parameters) addParameter(parameter, add);
    addBody("request", bodyValue(spec), add);
    const response = responseFor(operation, exchange.status);
    if (!response) return;
    add("statuses", response.status);
    const body = `${operation.id} ${exchange.body}`;
    if (this.#bodies.has(body)) return;
    if (body.length < MAX_BODY) this.#bodies.add(body);
    addBody("response", jsonOf(exchange), add);
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
      partsOfOperation(this.#document, operation).map((part) => ({ operation, part })),
    );
    const isExercised = ({ operation, part }: (typeof parts)[number]) => this.#isExercised(operation, part);
    const missing = parts.filter((part) => !isExercised(part));
    return {
      operations: own.map(({ id }) => ({ operation: visible(id), ...this.states.stateOf(id) })),
      kinds: COVERAGE_KINDS.map((kind) => {
        const ofKind = parts.filter(({ part }) => part.kind === kind);
        return { kind, exercised: ofKind.filter(isExercised).length, total: ofKind.length };
      }).filter(({ total }) => total > 0),
      missing: [...groupBy(missing, ({ operation, part }) => `${operation.id} ${part.kind}`).values()].flatMap(
        (group) => {
          const [first] = group;
          if (!first) return [];
          const { operation, part } = first;
          const reason = this.#reason(operation, part.kind, resultsOf.get(visible(operation.id)) ?? []);
          return [
            {
              operation: visible(operation.id),
              kind: part.kind,
              names: group.map((entry) => visible(entry.part.name)),
              reason,
            },
          ];
        },
      ),
    };
  }

  /** A request that an operation never accepted shows nothing of its parts. */
  #isExercised({ id }: Operation, part: Part): boolean {
    const hasSucceeded = this.states.hasSucceeded(id);
    if (part.kind === "operations") return hasSucceeded;
    return (hasSucceeded || isOfResponse(part)) && this.#exercised.get(id)?.has(keyOf(part)) === true;
  }

  #reason({ id }: Operation, kind: CoverageKind, results: readonly CaseResult[]): string {
    if (this.states.hasResponded(id)) {
      if (this.states.hasSucceeded(id) || isOfResponse({ kind, name: "" })) return REASONS[kind];
      return `the operation never succeeded (${this.states.stateOf(id).statuses.join(", ")})`;
    }
    const reasons = results.flatMap(({ outcome }) => reasonOf(outcome) ?? []);
    return reasons[0] ?? "no test case sent a request";
  }
}

const REASONS: Record<CoverageKind, string> = {
  operations: "it never succeeded",
  parameters: "no request had it",
  "request fields": "no request had it",
  statuses: "no response had it",
  "response fields": "no response had it",
  "enum members": "no request and no response had it",
};

/** Whether a part belongs to a response. */
function isOfResponse({ kind, name }: Part): boolean {
  if (kind === "enum members") return name.startsWith("response ");
  return kind === "statuses" || kind === "response fields";
}

function keyOf({ kind, name }: Part): string {
  return `${kind} ${name}`;
}

type Add = (kind: CoverageKind, name: string) => void;

function addParameter({ parameter, value }: ParameterValue, add: Add): void {
  add("parameters", nameOf(parameter));
  for (const [, values] of partsOf(value)) {
    for (const member of values) add("enum members", memberName(nameOf(parameter), member));
  }
}

function addBody(side: "request" | "response", value: Json | undefined, add: Add): void {
  if (value === undefined) return;
  for (const [at, values] of partsOf(value)) {
    if (at !== "") add(`${side} fields`, at);
    for (const member of values) add("enum members", memberName(`${side} ${at}`, member));
  }
}

function nameOf({ in: place, name }: Parameter): string {
  return `${place} ${name}`;
}

function memberName(of: string, value: Json): string {
  return `${of} = ${JSON.stringify(value)}`;
}

/** Every part of an operation. Statuses that a client cannot cause are left out: 1xx, 429, 5xx and `default`. */
function partsOfOperation(document: OpenApiDocument, operation: Operation): Part[] {
  const parts = new Map<string, Part>();
  const add: Add = (kind, name) => parts.set(keyOf({ kind, name }), { kind, name });
  add("operations", operation.id);
  for (const parameter of operation.parameters) {
    add("parameters", nameOf(parameter));
    if (parameter.schema === undefined) continue;
    for (const { members = [] } of fieldsOf(document, parameter.schemaPointer)) {
      for (const member of members) add("enum members", memberName(nameOf(parameter), member));
    }
  }
  addFields(document, "request", operation.requestBody?.content ?? [], add);
  for (const { status, content } of operation.responses) {
    if (!/^[1-5](\d\d|XX)$/.test(status) || /^[15]|^429$/.test(status)) continue;
    add("statuses", status);
    addFields(document, "response", content, add);
  }
  return [...parts.values()];
}

function addFields(
  document: OpenApiDocument,
  side: "request" | "response",
  content: readonly MediaType[],
  add: Add,
): void {
  for (const { schema, schemaPointer } of content) {
    if (schema === undefined) continue;
    for (const { at, members = [] } of fieldsOf(document, schemaPointer)) {
      if (at !== "") add(`${side} fields`, at);
      for (const member of members) add("enum members", memberName(`${side} ${at}`, member));
    }
  }
}
