import type { JsonObject, OpenApiDocument } from "../../openapi/document/document.js";
import type { Operation, PageStep, Paging, Parameter } from "../../openapi/operations/operation.js";

/** Where a page leads to. */
export type Direction = "backward" | "forward";

/** A step to another page, as data of generated code. */
export interface StepFacts {
  /** The parameter that requests the page. */
  parameter?: string;
  /** Where the parameter is sent: `["header"]`, or an object in the query, as `["query", "pageable"]` (default: `["query"]`). */
  in?: readonly string[];
  /** The names of the fields to its value: in an item, or in the body. */
  at?: readonly string[];
  /** The number of the first page, or of the first item. Only steps that are counted have it. */
  first?: number;
  /**
   * The names of the fields that say where the list ends. They hold the number of its pages or items, or the address of the
   * next page.
   */
  pages?: readonly string[];
  total?: readonly string[];
  next?: readonly string[];
  /** Whether the value is that of an item, so that every page but an empty one has it. */
  item?: true;
  /** Whether the step is read from headers of the response. */
  headers?: true;
}

/** A page and its request, as a reader of a list sees them. */
export interface SeenPage {
  body: unknown;
  items: readonly unknown[];
  /** A header of the response; null if it has none. */
  header(name: string): string | null;
  /** The value of the parameter of the step in the request; undefined if it was not sent. */
  sent: unknown;
}

/**
 * The parameters that request the page beside a page, by their names; undefined if the page leads to none. Generated clients call
 * it too, so it stands alone: a page of the web contains those that its client uses.
 */
export type Follow = (step: StepFacts, page: SeenPage, direction: Direction) => Record<string, unknown> | undefined;

/** A part of a list: how many items are before it, and how many it has at most. */
export interface PagePart {
  start: number;
  size: number;
}

/** A part of a list that is sent. It says how many items are before it, on it, and in all. */
export interface SentPart {
  offset: number;
  count: number;
  total: number;
}

export interface PartResponse {
  statusCode: number;
  headers: Readonly<Record<string, string>>;
}

/** A kind of paging. Verify, the mock, handlers of MSW and generated clients read pages by it, and ask for nothing else. */
export interface PageKind {
  /** The `kind` of its steps. */
  name: string;
  /** Whether the value for another page is in an item, is shown by the page, or is counted. */
  from: "count" | "item" | "page";
  /** How a page leads to another one where the document states the step, and where names suggest it. */
  follow: Readonly<Record<Paging["basis"], Follow>>;
  /** The names that the functions of `follow` have in the runtime of clients. */
  runtime: Readonly<Record<Paging["basis"], string>>;
  /** Smaller functions for steps that names suggest, and which one suffices for a step (default: that of `runtime`). */
  smaller?: { names: readonly string[]; of(step: PageStep, operation: Operation): string | undefined };
  /** Whether steps are read from headers of responses. */
  readsHeaders?: true;
  /** The step forward that the names in a document suggest; undefined if they suggest none of this kind. */
  find(document: OpenApiDocument, operation: Operation): PageStep | undefined;
  /** The step back in a list whose step forward is of this kind. */
  findPrevious?(document: OpenApiDocument, operation: Operation, next: PageStep): PageStep | undefined;
  /** Whether the values of a parameter come from pages alone, as its name suggests. */
  isOfPages?(parameter: Parameter): boolean;
  /** The step in words, for readers of generated code: "`page` is the number of a page". */
  describe(step: PageStep): string;
  /** The fields that say where a list of counted pages ends, as their names suggest. `follow` reads them. */
  ends?(
    document: OpenApiDocument,
    operation: Operation,
  ): Partial<Record<"next" | "pages" | "total", string | undefined>>;
  /** The extension that states the step, without the fields that all kinds share. */
  extension?(step: PageStep): Readonly<Record<string, JsonObject>>;
  /** The value of the parameter that requests the first page of a size, where the same parameter has both. */
  sized?(step: PageStep, size: number): string;
  /**
   * The size that such a value requests; undefined if it requests none.
   *
   * @param header of a response that may have ignored the size
   */
  sizeOf?(value: unknown, header?: SeenPage["header"]): number | undefined;
  /**
   * The part of a list that a request for a value gets. Kinds that are not counted have none: other items say what is beside.
   *
   * @param size the largest page
   */
  part?(step: PageStep, value: unknown, size: number): PagePart | undefined;
  /** The value that requests the page that starts with an item: the reverse of `part`, for addresses of pages. */
  valueAt?(step: PageStep, start: number, size: number): number;
  /** The status and the headers of the mock's response to a value, where they say which part it has. */
  partResponse?(value: unknown, part: SentPart): PartResponse;
}

/** The value at some names; undefined if there is none, and if it leads nowhere. */
export function leadingValue(value: unknown, names: readonly string[] = []): unknown {
  const found = valueIn(value, names);
  return found === null || found === "" ? undefined : found;
}

/** The value at some names of fields. */
export function valueIn(value: unknown, names: readonly string[]): unknown {
  return names.reduce<unknown>((node, name) => {
    const members: Record<string, unknown> = Object(node);
    return members[name];
  }, value);
}

/**
 * Whether a page says that the list ends with it. An address of the next page is empty, or so many pages or items are all.
 */
export function endsWith(
  { next, pages, total }: StepFacts,
  body: unknown,
  pageCount: number,
  itemCount: number,
): boolean {
  const isAll = (names: readonly string[] | undefined, count: number) => {
    const most = names && valueIn(body, names);
    // A number of 64 bits may be a `bigint`, or a text.
    return /^\d+$/.test(`${most}`) && count >= Number(most);
  };
  return isAll(pages, pageCount) || isAll(total, itemCount) || (next !== undefined && valueIn(body, next) === null);
}
