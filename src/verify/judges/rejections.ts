import { pointerTo } from "#openapi/document/pointer.js";
import { type Operation, type Parameter, writtenPath } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { Uniqueness } from "#statements/resources/uniqueness.js";
import type { Judgment } from "../model/finding/finding.js";
import { type Exchange, isGone, isServerError, isSuccess } from "../model/request/exchange.js";
import { type Expectation, repetitionOf } from "../model/request/expectation.js";
import { quoted } from "../model/request/quoted.js";
import { broken } from "../rules/sentence.js";

/** A rejected creation leaves no resource behind. @param lookup a read of what it would have created, and its operation */
export function nothingCreated(
  operation: Operation,
  { fault, place, places }: Expectation,
  lookup: Exchange,
): Judgment[] {
  if (!isSuccess(lookup)) return [];
  const finding = {
    operation: operation.id,
    about: { shownBy: lookup.operation, ...(fault ? { fault } : {}) },
    ...broken("rejected-creation-stored", { operation: operation.id }),
    ...{ place, places: [[place, ...places]] },
    expected: `a 4xx from ${lookup.operation}`,
    received: `${lookup.status} ${lookup.body}`,
  };
  return [{ finding, exchange: lookup }];
}

/** A rejected deletion leaves the resource. @param lookup a later read of it */
export function nothingDeleted(
  operation: Operation,
  { place, places }: Pick<Expectation, "place" | "places">,
  part: string,
  lookup: Exchange,
): Judgment[] {
  if (!isGone(lookup)) return [];
  const finding = {
    about: { wanted: "rejection", fault: { part, what: "an invalid key" } },
    ...broken("rejected-deletion-done", { operation: operation.id }),
    ...{ place, places: [[place, ...places]], operation: operation.id },
    expected: "the created resource",
    received: `${lookup.status}`,
  } as const;
  return [{ finding, exchange: lookup }];
}

/** A second creation with the value of the first one, or with its body. */
export interface Duplicate {
  uniqueness: Uniqueness;
  /** The part that is the same, in words. */
  part: string;
  /** Why it is rejected. */
  why: string;
  /** The values that identify the created resources; undefined where a response shows none. */
  identities: readonly [first: string | number | bigint | undefined, second: string | number | bigint | undefined];
  /** Whether the first resource has the values of the second request. */
  isReplaced: boolean;
}

/** A second resource with the same unique value is rejected. A server may respond with the resource that it has. */
export function noDuplicate(duplicate: Duplicate, exchange: Exchange): Judgment[] {
  const { uniqueness, part, why, identities, isReplaced } = duplicate;
  const [first, second] = identities;
  const isSecond = first !== undefined && second !== undefined && !isSameId(first, second);
  if (!isSuccess(exchange) || (!isSecond && !isReplaced)) return [];
  const { fields, basis, place } = uniqueness;
  const { status } = exchange;
  const finding = {
    ...(fields.length > 0
      ? broken("duplicate-accepted", { status, field: part })
      : broken("repeated-creation-accepted", { status })),
    basis,
    about: { wanted: "rejection", why, fault: repetitionOf(place, `the same ${part}`) },
    place,
    expected: `4xx (${why})`,
    received: `${status} ${exchange.body}`,
  } as const;
  return [{ finding, exchange }];
}

/**
 * A method that a path does not have causes no server error (RFC 9110, 15.6.2, permits 501). The document does not say that
 * it is rejected, so a success is a warning.
 *
 * @param method in capitals
 */
export function unsupportedMethod(operation: Operation, method: string, exchange: Exchange): Judgment[] {
  const { status, body } = exchange;
  const facts = {
    about: { wanted: "any", fault: { part: "method", what: `the unsupported method ${method}` } },
    place: pointerTo("#/paths", writtenPath(operation)),
    places: [],
    received: `${status} ${body}`,
  } as const;
  if (isSuccess(exchange)) {
    const breach = broken("unsupported-method-accepted", { status, method });
    const expected = "405, or the operation in the document";
    return [{ finding: { ...facts, basis: "lenient", ...breach, expected }, exchange }];
  }
  if (!isServerError(exchange) || status === 501) return [];
  const expected = "405, or another status below 500 (the path does not have the method)";
  return [{ finding: { ...facts, ...broken("server-error", { status }), expected }, exchange }];
}

/** The document does not permit that a page size is brought into its range. @param isShown whether the response shows that it was */
export function unreducedSize(
  { schemaPointer }: Parameter,
  what: string,
  isShown: boolean,
  exchange: Exchange,
): Judgment {
  const facts = { place: schemaPointer, expected: `4xx (${what})`, received: String(exchange.status) };
  const breach = broken(isShown ? "page-size-clamped" : "page-size-accepted", { what });
  return { finding: { basis: "lenient", ...breach, ...facts }, exchange };
}

/** A request with usual values causes no server error. The target may lack the data that they name, so this is a warning. */
export function withoutServerError(operation: Operation, exchange: Exchange): Judgment[] {
  if (!isServerError(exchange)) return [];
  const finding = {
    ...broken("usual-request-rejected", { response: quoted(exchange) }),
    basis: "lenient",
    place: responseFor(operation, exchange.status)?.pointer ?? operation.pointer,
    expected: "a success (the values are generated)",
    received: `${exchange.status} ${exchange.body}`,
  } as const;
  return [{ finding, exchange }];
}
