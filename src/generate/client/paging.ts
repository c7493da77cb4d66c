import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation, PageStep, Paging } from "#openapi/operations/operation.js";
import { kindOf } from "#statements/paging/kinds.js";
import { endsOf, listOf, stepFacts } from "#statements/paging/paging.js";
import { literal } from "../names.js";

/** How a generated client pages a list. */
export interface PagedList {
  /** The names of the fields to the items of a page. */
  items: readonly string[];
  /** The descriptor of the paging, as source. */
  source: string;
  /** The functions of the runtime that the source names. */
  functions: readonly string[];
  /** The statement of the document, or the names, on which the iterators rely. */
  statement: string;
}

/** The list that an operation responds with, if the document states or names suggest how to request its next page. */
export function pagedList(document: OpenApiDocument, operation: Operation): PagedList | undefined {
  const paging = listOf(document, operation)?.paging;
  if (!paging?.next) return undefined;
  const { basis, items, hasMore, next, previous } = paging;
  const plain = { items: pointerNames(items), ...(hasMore !== undefined && { hasMore: pointerNames(hasMore) }) };
  const ends = basis === "inferred" ? endsOf(document, operation, next) : {};
  const isCounted = stepFacts(next).first !== undefined;
  const canTurn = previous !== undefined && previous.parameter?.name !== next.parameter?.name;
  const steps = [
    `forward: ${stepSource(basis, next, ends)}`,
    ...(previous ? [`backward: ${stepSource(basis, previous, {})}`] : []),
    ...(canTurn ? ["turn: directionOf"] : []),
    ...(isCounted ? ["isLast: isBeyondLast"] : []),
  ];
  return {
    items: plain.items,
    source: `{ ${literal(plain).slice(2, -2)}, ${steps.join(", ")} }`,
    functions: [
      ...[next, ...(previous ? [previous] : [])].map((step) => functionOf(basis, step)),
      ...(canTurn ? ["directionOf"] : []),
      ...(isCounted ? ["isBeyondLast"] : []),
    ],
    statement: statement(paging, next),
  };
}

/** The functions of the runtime by which clients of some operations read the way to other pages. */
export function stepFunctions(document: OpenApiDocument, operations: readonly Operation[]): string[] {
  const names = operations.flatMap((operation) => pagedList(document, operation)?.functions ?? []);
  return [...new Set(names)].toSorted();
}

/** The function of the runtime that reads a step from a page. */
function functionOf(basis: Paging["basis"], step: PageStep): string {
  const { runtime, smaller } = kindOf(step);
  return (basis === "inferred" ? smaller?.(step) : undefined) ?? runtime[basis];
}

function stepSource(basis: Paging["basis"], step: PageStep, ends: object): string {
  const facts = literal({ ...stepFacts(step), ...ends }).slice(2, -2);
  return `{ by: ${functionOf(basis, step)}${facts === "" ? "" : `, ${facts}`} }`;
}

function statement({ basis, pointer, items }: Paging, next: PageStep): string {
  const extension = pointerNames(pointer).at(-1);
  const reason = basis === "stated" ? `as \`${extension}\` states` : "as names in the contract suggest";
  const correction = basis === "stated" ? "" : " If they mislead, state it by `x-pagination` or `x-numbered-pages`.";
  return `Pages: the items are ${items === "" ? "the body" : `at \`${items}\``}, and ${kindOf(next).describe(next)}, ${reason}.${correction}`;
}
