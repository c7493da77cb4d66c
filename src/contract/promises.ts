import { asList, asObject, asText, type OpenApiDocument } from "../openapi/document.js";
import { isWithin } from "../openapi/pointer.js";
import type { CaseReport } from "./verification.js";

/** Something that the API's reference promises, as `x-promises` of the document lists it. */
export interface Promised {
  id: string;
  /** operationIds. */
  operations: string[];
  promise: string;
  /** Pointers to the places of the document that state it. */
  stated: string[];
  /** Why, or how far, only a running server can prove it. */
  runtime: string | undefined;
}

/** Something that the reference leaves open, as `x-open-points` of the document lists it. */
export interface OpenPoint {
  id: string;
  operations: string[];
  open: string;
}

/** The promises that a document lists; none if it does not know them. */
export function promisesOf(document: OpenApiDocument): Promised[] {
  return Object.entries(asObject(document["x-requirements"])).map(([id, node]) => {
    const { operations, requirement, stated, runtime } = asObject(node);
    return {
      id,
      operations: asList(operations).map(String),
      promise: asText(requirement) ?? "",
      stated: asList(stated).map(String),
      runtime: asText(runtime),
    };
  });
}

/** The open points that a document lists. */
export function openPointsOf(document: OpenApiDocument): OpenPoint[] {
  return Object.entries(asObject(document["x-open-points"])).map(([id, node]) => {
    const { operations, open } = asObject(node);
    return { id, operations: asList(operations).map(String), open: asText(open) ?? "" };
  });
}

/**
 * The promises of an operation that stand at one of the given places, or around it. Places come in steps from the whole
 * to the part; the innermost step at which anything is promised counts.
 */
export function promisesAt(promises: readonly Promised[], operationId: string, steps: readonly string[][]): Promised[] {
  const own = promises.filter(({ operations }) => operations.includes(operationId));
  for (const places of steps.toReversed()) {
    const found = own.filter(({ stated }) => stated.some((each) => places.some((place) => isWithin(place, each))));
    if (found.length > 0) return found;
  }
  return [];
}

/** How a promise fared in a run. */
export interface PromiseState extends Promised {
  state: "broken" | "holds" | "not verified";
  /** Why it is not verified. */
  reason: string | undefined;
}

/**
 * What a run learned of each promise: broken if any finding names it; holds if, of every operation that it speaks of, a
 * case that proves it held.
 */
export function promiseStates(promises: readonly Promised[], reports: readonly CaseReport[]): PromiseState[] {
  return promises.map((promise): PromiseState => {
    const broken = reports.some(
      ({ outcome }) =>
        outcome.verdict === "broken" && outcome.findings.some(({ promises: ids }) => ids.includes(promise.id)),
    );
    if (broken) return { ...promise, state: "broken", reason: undefined };
    const proving = reports.filter(({ proves }) => proves.includes(promise.id));
    // A case may stand with one operation and prove a promise that speaks of others too: a list of what was added, say.
    const open = promise.operations.filter((operation) => {
      const own = proving.filter((each) => each.operation === operation);
      const counted = own.length > 0 ? own : proving;
      return !counted.some(({ outcome }) => outcome.verdict === "holds");
    });
    if (open.length === 0) return { ...promise, state: "holds", reason: undefined };
    const reasons = proving.flatMap(({ outcome }) => (outcome.verdict === "not verified" ? [outcome.reason] : []));
    const where = open.length < promise.operations.length ? `${open.join(", ")}: ` : "";
    return { ...promise, state: "not verified", reason: `${where}${reasons[0] ?? "no case of this run proves it"}` };
  });
}
