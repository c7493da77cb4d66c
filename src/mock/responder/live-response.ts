import { escapedName } from "#http/body/form-parts.js";
import { carriedValue } from "#http/headers.js";
import { contentFor } from "#http/media-type.js";
import type { RequestReading } from "#http/request/read-request.js";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { parentOf, pointerNames, pointerTo, valueAt, withValue } from "#openapi/document/pointer.js";
import type { MediaType, Operation, PageStep, ResponseHeader } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { type ListPage, PAGE_PARAMETER, type StatedList } from "#state/acts/list-page.js";
import { markForms } from "#state/acts/marks.js";
import type { Outcome } from "#state/acts/outcome.js";
import type { State } from "#state/state.js";
import type { Stored } from "#state/store.js";
import { admits, shownIn, type View, type ViewField } from "#state/view.js";
import { kindOf } from "#statements/paging/kinds.js";
import { ADDRESS, fieldsLike, isAddressName } from "#statements/paging/likely.js";
import { isShown } from "#statements/paging/paging.js";
import { conditionOf, documentsTag } from "#statements/resources/entity-tags.js";
import { successContents } from "#statements/schema-fields.js";
import { ENDS, itemsIn, pageWith, withPart } from "./list/mocked-list.js";
import { withPageFields } from "./list/page-fields.js";
import type { MockedResponse } from "./mocked-response.js";

/** The path and the query of a request. */
export type Address = Pick<URL, "pathname" | "searchParams">;

/** How a response is written from the state. */
export interface LiveWriting {
  document: OpenApiDocument;
  validator: SchemaValidator;
  state: State;
  operation: Operation;
  reading: RequestReading;
  address: Address;
  isValid(response: MockedResponse): boolean;
}

/** A response with what an outcome shows, in place of what the document has for any request. */
export function liveResponse(
  writing: LiveWriting,
  outcome: Exclude<Outcome, { kind: "refused" | "unchanged" }>,
  template: MockedResponse,
  content: MediaType | undefined,
): MockedResponse {
  const { operation } = writing;
  if (outcome.kind === "page") return pageResponse(writing, outcome, template, content);
  if (outcome.kind === "file") return fileResponse(operation, outcome, template);
  if (outcome.kind === "done") return template;
  const shown = content ? withResource(writing, template, content, outcome.stored.value) : template;
  if (outcome.kind === "removed") return shown;
  const headers = { ...shown.headers };
  if (outcome.path !== undefined) {
    for (const name of ["location", "content-location"]) {
      if (headers[name] !== undefined) headers[name] = addressIn(writing, template.statusCode, name, outcome.path);
    }
  }
  if (documentsTag(operation) || conditionOf(operation, "If-None-Match")) headers.etag = outcome.tag;
  return { ...shown, headers };
}

/**
 * A response that shows a resource where the document has no success. A client would not learn its identifier otherwise. It is
 * shown as a read of the document shows it.
 *
 * @param template that says so
 */
export function undocumentedResponse(
  state: State,
  operation: Operation,
  { isNew, stored, path }: Extract<Outcome, { kind: "resource" }>,
  template: MockedResponse,
): MockedResponse {
  const read = state.readOf(operation);
  const [content] = read ? successContents(read) : [];
  if (!read || !content) return template;
  const body = JSON.stringify(shownIn(state.viewOf(read, content), stored.value, undefined));
  const location = isNew && path !== undefined ? { location: path } : {};
  const headers = { ...template.headers, ...location, "content-type": "application/json" };
  return { ...template, statusCode: isNew ? 201 : 200, headers, body };
}

/** A response with the bytes of a file, in its media type if the document admits that. */
function fileResponse(
  operation: Operation,
  { file, part, tag }: Extract<Outcome, { kind: "file" }>,
  template: MockedResponse,
): MockedResponse {
  const { type, name, bytes } = file;
  const documented = responseFor(operation, template.statusCode);
  const headers: Record<string, string> = { ...template.headers };
  if (documented && contentFor(documented.content, type)) headers["content-type"] = type;
  if (headers["content-disposition"] !== undefined) {
    headers["content-disposition"] =
      name === undefined ? "attachment" : `attachment; filename="${carriedValue(escapedName(name))}"`;
  }
  if (documentsTag(operation) || conditionOf(operation, "If-None-Match")) headers.etag = tag;
  if (!part) return { ...template, headers, body: bytes };
  headers["content-range"] = `bytes ${part.first}-${part.last}/${bytes.length}`;
  return { ...template, headers, body: bytes.slice(part.first, part.last + 1) };
}

/** The path of a resource as a header may show it: some documents leave out its first segments there. */
function addressIn({ operation, validator }: LiveWriting, status: number, header: string, path: string): string {
  const described = responseFor(operation, status)?.headers.find(({ name }) => name.toLowerCase() === header);
  if (described?.schema === undefined) return path;
  const { schemaPointer } = described;
  const segments = path.split("/").slice(1);
  const candidates = segments.map((_, index) => `/${segments.slice(index).join("/")}`);
  return candidates.find((candidate) => validator.errors(schemaPointer, candidate, true).length === 0) ?? path;
}

function withResource(
  { validator, state, operation, isValid }: LiveWriting,
  template: MockedResponse,
  content: MediaType,
  value: JsonObject,
): MockedResponse {
  const body = valueAt(template.body, "");
  const view = state.viewOf(operation, content);
  const around = valueAt(body, view.at);
  if (body === undefined || !isObject(around)) return template;
  const shown = shownIn(view, value, around);
  const live = { ...template, body: withValue(body, view.at, shown) };
  if (isValid(live)) return live;
  const fitting = shownIn(view, value, around, (field, stored) => admits(validator, field, stored));
  const fitted = { ...template, body: withValue(body, view.at, fitting) };
  return isValid(fitted) ? fitted : written(live, view.at, around, isValid);
}

/** The response whose fields are those of the template where their values exclude each other. */
function written(
  live: MockedResponse,
  at: string,
  template: JsonObject,
  isValid: (response: MockedResponse) => boolean,
): MockedResponse {
  let body = withValue(valueAt(live.body, "") ?? null, at, template) ?? null;
  for (const [name, value] of Object.entries(Object(valueAt(live.body, at)))) {
    const candidate = withValue(body, pointerTo(at, name), value as Json);
    if (candidate !== undefined && isValid({ ...live, body: candidate })) body = candidate;
  }
  return isValid({ ...live, body }) ? { ...live, body } : live;
}

/** How a list shows each resource, beside the item of the document that it was made from. A resource is shown many times. */
const itemsOf = oncePer((_: View) => oncePer((_: Stored): { sample?: Json; item?: Json } => ({})));

function pageResponse(
  writing: LiveWriting,
  { list, page }: { list: StatedList; page: ListPage },
  template: MockedResponse,
  content: MediaType | undefined,
): MockedResponse {
  const { validator, state, operation, reading, isValid } = writing;
  const { paging } = list;
  const body = valueAt(template.body, "");
  if (!content || body === undefined) return template;
  const view = state.viewOf(operation, content, pointerTo(paging.items, 0));
  const inItem = view.at.slice(pointerTo(paging.items, 0).length);
  const [sample = {}] = itemsIn(body, paging) ?? [];
  const itemOf = ({ value }: Stored, isWanted?: (field: ViewField, stored: Json) => boolean): Json => {
    const shown = shownIn(view, value, valueAt(sample, inItem), isWanted);
    return inItem === "" ? shown : (withValue(sample, inItem, shown) ?? shown);
  };
  const usualItem = (stored: Stored): Json => {
    const known = itemsOf(view)(stored);
    if (known.item !== undefined && known.sample === sample) return known.item;
    const item = itemOf(stored);
    Object.assign(known, { sample, item });
    return item;
  };
  const fittingItem = (stored: Stored): Json => {
    const item = usualItem(stored);
    if (pageWith(template, paging, [item], false, isValid)) return item;
    return itemOf(stored, (field, value) => admits(validator, field, value));
  };
  const { offset, total, size, isFollowed } = page;
  const all = page.stored.map(usualItem);
  const own = pageWith(template, paging, all, isFollowed, isValid) ??
    pageWith(template, paging, page.stored.map(fittingItem), isFollowed, isValid) ?? {
      ...template,
      body: withValue(body, paging.items, all),
    };
  const count = all.length;
  const sorting = list.sortings.flatMap(({ query }) => query.map(({ parameter }) => parameter));
  if (list.free) sorting.push(list.free.parameter);
  const facts = {
    number: Math.floor(offset / size) + (paging.next?.first ?? 1),
    ...{ offset, count, total, size, isLast: !isFollowed },
    isSorted: reading.parameters.some(({ parameter }) => sorting.includes(parameter)),
  };
  const described = withPageFields(own, paging, facts, isValid);
  const sent = reading.parameters.find(({ parameter }) => parameter === paging.next?.parameter)?.value;
  const led = withSteps(writing, list, page, described);
  return withPart(led, paging, sent, { offset, count, total });
}

/** Writes where the pages beside this one are: their values or addresses in the body, and the header `Link` (RFC 8288). */
function withSteps(writing: LiveWriting, list: StatedList, page: ListPage, response: MockedResponse): MockedResponse {
  const { document, operation, isValid } = writing;
  const { next, previous } = list.paging;
  let body = valueAt(response.body, "") ?? null;
  const write = (pointer: string, forms: readonly (Json | undefined)[]): boolean => {
    for (const form of forms) {
      const changed = forms === ENDS ? withValue(body, pointer, form) : withField(body, pointer, form);
      if (changed === undefined || !isValid({ ...response, body: changed })) continue;
      body = changed;
      return true;
    }
    return false;
  };
  const writeStep = (step: PageStep, mark: Json | undefined, beyond: Json | undefined, side: "next" | "previous") => {
    const { pointer } = step;
    if (pointer === undefined || !isShown(step)) return;
    const isAddress = step.kind === "address" || isAddressName(pointer);
    const value = isAddress ? addressOf(writing, list, page, side) : mark;
    const marks = isAddress || mark === undefined ? [] : markForms(mark);
    if (write(pointer, value === undefined ? ENDS : [value, ...marks])) return;
    const shown = valueAt(body, pointer);
    const meant = mark ?? beyond;
    if (shown !== undefined && meant !== undefined) list.stoodIn.add(step, shown, meant);
  };
  const following = addressOf(writing, list, page, "next");
  if (next) writeStep(next, page.next, page.beyond, "next");
  if (previous && previous.pointer !== next?.pointer) writeStep(previous, page.previous, undefined, "previous");
  // Pages that are counted, or have a cursor, may show an address as well, or the cursor once more.
  for (const pointer of next ? addressFields(operation, document) : []) {
    const shown = valueAt(body, pointer);
    if (pointer === next?.pointer || (isShown(next) && shown === undefined)) continue;
    const isMark = isShown(next) && !isAddressName(pointer) && !/[/?]/.test(String(shown));
    write(pointer, following === undefined ? ENDS : [isMark ? page.next : following]);
  }
  const headers = { ...response.headers };
  const hasLink = headers.link !== undefined || (next?.kind === "address" && next.pointer === undefined);
  const link = following === undefined ? undefined : `<${following}>; rel="next"`;
  if (hasLink && link !== undefined && admitsLink(writing, response, link)) headers.link = link;
  else if (!linkOf(writing, response)?.required) delete headers.link;
  return { ...response, headers, body };
}

/** A body with a field, also where it lacks the objects around the field. */
function withField(body: Json, pointer: string, value: Json | undefined): Json | undefined {
  const around = parentOf(pointer);
  if (around === "" || valueAt(body, around) !== undefined) return withValue(body, pointer, value);
  if (value === undefined) return undefined;
  return withField(body, around, { [pointerNames(pointer).at(-1) ?? ""]: value });
}

/** The header `Link` of a response, as the document describes it. */
function linkOf({ operation }: LiveWriting, { statusCode }: MockedResponse): ResponseHeader | undefined {
  return responseFor(operation, statusCode)?.headers.find(({ name }) => name.toLowerCase() === "link");
}

/** Whether the document admits a header `Link`. One that it does not describe has no schema. */
function admitsLink(writing: LiveWriting, response: MockedResponse, link: string): boolean {
  const described = linkOf(writing, response);
  return described?.schema === undefined || writing.validator.errors(described.schemaPointer, link, true).length === 0;
}

/** JSON pointers to fields with the address of the next page. */
const addressFields = oncePer((operation: Operation, document: OpenApiDocument) =>
  fieldsLike(document, operation, ADDRESS, "string"),
);

/** The address of the page beside a page; undefined if there is none. */
function addressOf(
  { address }: LiveWriting,
  { paging }: StatedList,
  page: ListPage,
  side: "next" | "previous",
): string | undefined {
  const step = paging[side] ?? paging.next;
  if (side === "next" ? !page.isFollowed : page.offset === 0) return undefined;
  const query = new URLSearchParams(address.searchParams);
  const start = side === "next" ? page.offset + page.size : Math.max(0, page.offset - page.size);
  const value = (step && kindOf(step).valueAt?.(step, start, page.size)) ?? page[side];
  if (value === undefined) return undefined;
  query.set(step?.parameter?.name ?? PAGE_PARAMETER, String(value));
  return `${address.pathname}?${query}`;
}
