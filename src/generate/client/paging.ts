import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation, PageStep, Paging } from "#openapi/operations/operation.js";
import { kindOf } from "#statements/paging/kinds.js";
import type { StepFacts } from "#statements/paging/page-kind.js";
import { endsOf, listOf, stepFacts } from "#statements/paging/paging.js";
import { literal } from "../names.js";
import { type ObjectPaging, objectPaging } from "./paging-in-object.js";

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
  const list = listOf(document, operation)?.paging;
  const object = list && !list.next ? objectPaging(document, operation, list) : undefined;
  const { basis, items, hasMore, next, previous } = object?.paging ?? list ?? {};
  if (basis === undefined || items === undefined || !next) return undefined;
  const named = (step: PageStep) => ({ ...stepFacts(step), ...(object && placeWithin(object, step)) });
  const plain = { items: pointerNames(items), ...(hasMore !== undefined && { hasMore: pointerNames(hasMore) }) };
  const ends = basis === "inferred" ? endsOf(document, object?.operation ?? operation, next) : {};
  const isCounted = stepFacts(next).first !== undefined;
  const canTurn = previous !== undefined && previous.parameter?.name !== next.parameter?.name;
  const isElsewhere = named(next).in !== undefined;
  const steps = [
    `forward: ${stepSource(functionOf(operation, basis, next), { ...named(next), ...ends })}`,
    ...(previous ? [`backward: ${stepSource(functionOf(operation, basis, previous), named(previous))}`] : []),
    ...(canTurn ? ["turn: directionOf"] : []),
    ...(isElsewhere ? ["change: withParameters"] : []),
    ...(isCounted ? ["isLast: isBeyondLast"] : []),
  ];
  return {
    items: plain.items,
    source: `{ ${literal(plain).slice(2, -2)}, ${steps.join(", ")} }`,
    functions: [
      ...[next, ...(previous ? [previous] : [])].map((step) => functionOf(operation, basis, step)),
      ...(canTurn ? ["directionOf"] : []),
      ...(isElsewhere ? ["withParameters"] : []),
      ...(isCounted ? ["isBeyondLast"] : []),
    ],
    statement: statement(basis, items, object ? shownWithin(object, next) : next, list?.pointer ?? ""),
  };
}

/** The functions of the runtime by which clients of some operations read the way to other pages. */
export function stepFunctions(document: OpenApiDocument, operations: readonly Operation[]): string[] {
  const names = operations.flatMap((operation) => pagedList(document, operation)?.functions ?? []);
  return [...new Set(names)].toSorted();
}

/** The function of the runtime that reads a step from a page. */
function functionOf(operation: Operation, basis: Paging["basis"], step: PageStep): string {
  const { runtime, smaller } = kindOf(step);
  return (basis === "inferred" ? smaller?.of(step, operation) : undefined) ?? runtime[basis];
}

function stepSource(by: string, facts: StepFacts): string {
  const source = literal(facts).slice(2, -2);
  return `{ by: ${by}${source === "" ? "" : `, ${source}`} }`;
}

/** Where a step in an object is sent. */
function placeWithin({ within, properties }: ObjectPaging, { parameter }: PageStep): StepFacts {
  return { parameter: properties.get(parameter?.name ?? "") ?? "", in: ["query", within] };
}

/** The step with the place of its value, for readers: `pageable.page`. */
function shownWithin({ within, properties }: ObjectPaging, step: PageStep): PageStep {
  const { parameter } = step;
  return parameter
    ? { ...step, parameter: { ...parameter, name: `${within}.${properties.get(parameter.name)}` } }
    : step;
}

function statement(basis: Paging["basis"], items: string, next: PageStep, pointer: string): string {
  const extension = pointerNames(pointer).at(-1);
  const reason = basis === "stated" ? `as \`${extension}\` states` : "as names in the contract suggest";
  const correction = basis === "stated" ? "" : " If they mislead, state it by `x-pagination` or `x-numbered-pages`.";
  return `Pages: the items are ${items === "" ? "the body" : `at \`${items}\``}, and ${kindOf(next).describe(next)}, ${reason}.${correction}`;
}
