import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { json, onSuccess, refusal, succeeded, without } from "../answers.js";
import type { Asked, Change, Tools } from "../change.js";
import { withQuery } from "../requests.js";
import { shows } from "../window.js";

/** A fault in the envelope (L1). */
function envelope(id: string, title: string, change: (body: JsonObject) => unknown): Change {
  return { id: `list-${id}`, title, breaks: ["L1"], answer: onSuccess("listSuppressions", change) };
}

/** Asks the sandbox for another list than the client did. */
function asks(
  id: string,
  title: string,
  breaks: string[],
  instead: (query: URLSearchParams) => Record<string, string | null> | undefined,
): Change {
  return { id, title, breaks, request: listed((request) => withQuery(request, instead(request.query) ?? {})) };
}

function listed(change: (request: Asked) => ReturnType<NonNullable<Change["request"]>>) {
  return (request: Asked, { operation }: Tools) => (operation === "listSuppressions" ? change(request) : request);
}

/** Takes another number of items than 20 where the request names none (L3). */
function byDefault(items: number, id = `default-${items}`, title = "", fits = (_: URLSearchParams) => true): Change {
  return {
    ...asks(id, title || `Shows ${items} items where the request names no limit.`, ["L3"], (query) =>
      query.has("limit") || !fits(query) ? undefined : { limit: String(items) },
    ),
    rows: 120,
  };
}

const ORIGINS = ["bounce", "complaint", "manual"];
const limitOf = (query: URLSearchParams) => Number(query.get("limit") ?? 20);

export const LIST: Change[] = [
  envelope("object-other", "Calls the envelope `page`.", (body) => ({ ...body, object: "page" })),
  envelope("object-missing", "Leaves out `object` of the envelope.", (body) => without(body, "object")),
  envelope("has-more-text", "Writes has_more as text.", (body) => ({ ...body, has_more: String(body.has_more) })),
  envelope("has-more-number", "Writes has_more as 0 or 1.", (body) => ({ ...body, has_more: Number(body.has_more) })),
  envelope("has-more-null", "Writes null where has_more is false.", (body) => ({
    ...body,
    has_more: body.has_more === true ? true : null,
  })),
  envelope("has-more-missing-at-end", "Leaves out has_more on the last page.", (body) =>
    body.has_more === true ? body : without(body, "has_more"),
  ),
  envelope("data-null", "Writes null for data.", (body) => ({ ...body, data: null })),
  envelope("data-null-when-empty", "Writes null for data when there are no items.", (body) => ({
    ...body,
    data: asList(body.data).length === 0 ? null : (body.data ?? null),
  })),
  envelope("data-object", "Writes data as an object, keyed by id.", (body) => ({
    ...body,
    data: Object.fromEntries(asList(body.data).map((each) => [String(asObject(each).id), each])),
  })),
  envelope("data-object-when-single", "Writes data as one object when there is one item.", (body) => {
    const [first = null, ...more] = asList(body.data);
    return { ...body, data: first === null || more.length > 0 ? (body.data ?? null) : first };
  }),
  envelope("data-renamed", "Calls data `suppressions`.", ({ data = null, ...body }) => ({
    ...body,
    suppressions: data,
  })),
  envelope("bare-array", "Returns the items without an envelope.", (body) => body.data),
  envelope("null-at-end", "Ends data with a null.", (body) => ({ ...body, data: [...asList(body.data), null] })),
  envelope("nested", "Nests data one level deeper.", (body) => ({ ...body, data: { items: body.data ?? null } })),

  asks("limit-ignored", "Ignores limit.", ["L2"], () => ({ limit: null })),
  asks("limit-ignored-with-filter", "Ignores limit when there is a filter.", ["L2"], (query) =>
    query.has("origin") ? { limit: null } : undefined,
  ),
  {
    id: "limit-and-one",
    title: "Shows one item more than limit asks for.",
    breaks: ["L2"],
    answer: shows(({ end }, { query }) => (query.has("limit") ? { end: end + 1 } : undefined)),
  },
  {
    id: "limit-and-one-with-filter",
    title: "Shows one item more than limit asks for when there is a filter.",
    breaks: ["L2"],
    answer: shows(({ end }, { query }) => (query.has("limit") && query.has("origin") ? { end: end + 1 } : undefined)),
  },
  ...(
    [
      ["nothing", "Takes limit=0, and shows no items.", () => ({ data: [], hasMore: true })],
      ["everything", "Takes limit=0, and shows all items.", () => ({ start: 0, end: Number.POSITIVE_INFINITY })],
    ] satisfies [string, string, Parameters<typeof shows>[0]][]
  ).map(
    ([id, title, show]): Change => ({
      id: `limit-0-shows-${id}`,
      title,
      breaks: ["L2"],
      request: listed((request) => (request.query.get("limit") === "0" ? withQuery(request, { limit: "1" }) : request)),
      answer: shows((_, { query }) => (query.get("limit") === "0" ? show() : undefined)),
    }),
  ),
  {
    id: "limit-101-shows-101",
    title: "Knows no maximum of limit: limit=101 shows 101 items.",
    breaks: ["L2"],
    rows: 150,
    request: listed((request) => (limitOf(request.query) > 100 ? withQuery(request, { limit: "100" }) : request)),
    answer: shows((_, { query }) => (limitOf(query) > 100 ? {} : undefined)),
  },
  asks("limit-no-number", "Takes a limit that is no number for none.", ["L2"], (query) =>
    Number.isNaN(limitOf(query)) ? { limit: null } : undefined,
  ),
  asks("limit-negative", "Takes a negative limit for its amount.", ["L2"], (query) =>
    limitOf(query) < 0 ? { limit: String(Math.min(100, -limitOf(query))) } : undefined,
  ),
  {
    id: "limit-1-refused",
    title: "Refuses limit=1.",
    breaks: ["L2"],
    request: listed((request) => (request.query.get("limit") === "1" ? refusal(422) : request)),
  },
  {
    id: "limit-100-refused",
    title: "Refuses limit=100.",
    breaks: ["L2"],
    request: listed((request) => (request.query.get("limit") === "100" ? refusal(422) : request)),
  },

  byDefault(10),
  byDefault(19),
  byDefault(21),
  byDefault(50),
  byDefault(100),
  byDefault(10, "default-10-with-filter", "Shows 10 items by default when there is a filter.", (query) =>
    query.has("origin"),
  ),
  byDefault(25, "default-25-after-cursor", "Shows 25 items by default after a cursor.", (query) => query.has("after")),

  asks("origin-ignored", "Ignores origin.", ["L7"], () => ({ origin: null })),
  asks("origin-manual-ignored", "Ignores origin=manual.", ["L7"], (query) =>
    query.get("origin") === "manual" ? { origin: null } : undefined,
  ),
  asks("origin-lost-after-cursor", "Ignores origin on the pages after a cursor.", ["L7"], (query) =>
    query.has("after") ? { origin: null } : undefined,
  ),
  asks("origin-unknown-unfiltered", "Takes an unknown origin for no filter.", ["L7"], (query) =>
    ORIGINS.includes(query.get("origin") ?? "") ? undefined : { origin: null },
  ),
  asks("origin-swapped", "Shows bounces for complaints, and complaints for bounces.", ["L7"], (query) => {
    const origin = query.get("origin");
    return origin === "bounce" ? { origin: "complaint" } : origin === "complaint" ? { origin: "bounce" } : undefined;
  }),
  {
    id: "origin-filters-the-page",
    title: "Cuts the page first and filters it then, so that items go missing and has_more is another list's.",
    breaks: ["L7", "L8"],
    async answer(answer, request, tools) {
      const filtered = tools.operation === "listSuppressions" && request.query.has("origin");
      if (!filtered || !succeeded(answer)) return answer;
      const whole = await tools.forward(withQuery(request, { origin: null }));
      return json(whole, (body) => ({
        ...body,
        data: asList(body.data).filter((each) => asObject(each).origin === request.query.get("origin")),
      }));
    },
  },
];
