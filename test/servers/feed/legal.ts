import { asList, asObject, isObject, type Json } from "#openapi/document/document.js";
import { toValidQueries } from "../accepted-values.js";
import {
  changeJson,
  inBodies,
  inEveryResponse,
  inItems,
  inSuccesses,
  inValidRequests,
  jsonOf,
  reducingPageSize,
  withAtMost,
  within,
  without,
} from "../change.js";
import { appearsLater } from "../legal-waiting.js";
import { empty, json, type Variation } from "../service.js";
import { type FeedState, feedError, post } from "./service.js";

/** Changes a text of a created post, if it has one. */
function inText(name: string, change: (text: string) => string) {
  return inValidRequests(["createPost", "startImport"], (body) =>
    typeof body[name] === "string" ? { ...body, [name]: change(body[name]) } : body,
  );
}

/** Changes a text of the author of a created post, if it has one. */
function inAuthor(name: string, change: (text: string) => string) {
  return inValidRequests(["createPost"], (body) => {
    const author = asObject(body.author);
    return typeof author[name] === "string"
      ? within(body, "author", () => ({ ...author, [name]: change(`${author[name]}`) }))
      : body;
  });
}

const appears = { create: "createPost", retrieve: "retrievePost", notFound: () => feedError(404, "Not yet.") };

/** Servers that break no statement of feed.yaml. */
export const FEED_LEGAL: Variation<FeedState>[] = [
  {
    title: "accepts JSON that is sent as text/plain",
    ignores: ({ kind, message }) => kind === "mediaType" && message.startsWith("text/plain"),
  },
  { title: "accepts values that only a format forbids", ignores: ({ keyword }) => keyword === "format" },
  {
    title: "writes tags in lower case",
    respond: inValidRequests(["createPost"], (body) =>
      isObject(body) && Array.isArray(body.tags)
        ? { ...body, tags: [...new Set(body.tags.map((tag) => String(tag).toLowerCase()))] }
        : body,
    ),
  },
  { title: "removes spaces from the ends of texts", respond: inText("text", (text) => text.trim() || text) },
  {
    title: "completes links by https://",
    respond: inText("link", (text) => (/^https?:/.test(text) ? text : `https://${text.slice(0, 90)}`)),
  },
  {
    title: "writes timestamps in UTC",
    respond: inText("publishAt", (text) => (Number.isNaN(Date.parse(text)) ? text : new Date(text).toISOString())),
  },
  { title: "writes email addresses in lower case", respond: inAuthor("contact", (text) => text.toLowerCase()) },
  {
    title: "writes telephone numbers with the code of the country",
    respond: inAuthor("phone", (text) => text.replace(/^0/, "+49").replaceAll(" ", "")),
  },
  {
    title: "writes the address of an import with a slash at its end",
    respond: inText("source", (text) => (URL.canParse(text) ? `${new URL(text).href}/` : text)),
  },
  {
    title: "reduces a page size above the maximum",
    respond: reducingPageSize("listPosts", { parameter: "limit", maximum: 40 }),
  },
  {
    title: "has at most seven posts on a page, whatever the page size",
    respond: withAtMost(7, "listPosts", { parameter: "limit", usual: 10, maximum: 40 }),
  },
  {
    title: "accepts null in place of an optional body",
    respond: (request, next, { operation }) =>
      next(operation === "pinPost" && `${request.body}` === "null" ? { ...request, body: Buffer.of() } : request),
  },
  {
    title: "rejects a missing optional body with 400",
    respond: (request, next, { operation }) =>
      operation === "pinPost" && request.headers["x-feed-key"] && request.body.length === 0
        ? feedError(400, "Send an object.")
        : next(),
  },
  { title: "shows a created post 400 ms later", respond: appearsLater({ ...appears, milliseconds: 400 }), waits: true },
  {
    title: "shows and lists a created post 1.5 s later",
    respond: appearsLater({ ...appears, list: "listPosts", items: "data", milliseconds: 1500 }),
    waits: true,
  },
  {
    title: "pins a created post 400 ms later, and rejects this before with 404",
    respond: async (request, next, context) => {
      const id = request.path.split("/")[2] ?? "";
      const isPinned = context.operation === "pinPost" && (context.memory.get(id) ?? 0) > Date.now();
      return isPinned
        ? feedError(404, "Not yet.")
        : appearsLater({ ...appears, milliseconds: 400 })(request, next, context);
    },
    waits: true,
  },
  {
    title: "shows a started import 400 ms later",
    respond: appearsLater({ ...appears, create: "startImport", retrieve: "retrieveImport", milliseconds: 400 }),
    waits: true,
  },
  {
    title: "runs imports meanwhile, so that their status changes",
    respond: async (request, next, context) =>
      inBodies(["retrieveImport"], (body) => {
        const status = ["pending", "running", "done"][context.count % 3] ?? "done";
        return { ...body, status, finishedAt: status === "done" ? new Date().toISOString() : null };
      })(request, next, context),
  },
  {
    title: "still shows a deleted post, with the time of its deletion",
    respond: async (request, next, { operation, state: { deleted } }) => {
      const response = await next();
      const post = deleted.get(request.path.split("/")[2] ?? "");
      const isDeleted = operation === "retrievePost" && response.status === 410;
      return isDeleted && post ? json(200, { ...post, deletedAt: "2026-11-02T09:30:00Z" }) : response;
    },
  },
  {
    title: "responds with 404 in place of 410 for deleted posts",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 410 ? feedError(404, "The post does not exist.") : response;
    },
  },
  {
    title: "responds with an empty 410 for deleted posts",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 410 ? empty(410) : response;
    },
  },
  {
    title: "has other clients, which publish and delete posts meanwhile",
    respond: (_, next, { state: { posts }, count }) => {
      const id = (number: number) => `pst_z${String(number).padStart(6, "0")}`;
      if (count % 9 === 0) posts.set(id(count), { ...post(count), id: id(count) });
      if (count % 9 === 5) posts.delete(id(count - 14));
      return next();
    },
  },
  {
    title: "has the address of the next page with all parameters and another order, as an absolute URL",
    respond: inBodies(["listPosts"], (body) => ({
      ...body,
      next: body.next === null ? null : `https://feed.example.com${body.next}&_=1`,
    })),
  },
  {
    title: "has several relations in Link, over several lines of the header",
    respond: inSuccesses(["listPosts"], (response) => ({
      ...response,
      headers: { ...response.headers, Link: `</posts>; rel="first", </posts?x=a,b>; rel=self; title*=UTF-8''%c3%a4` },
    })),
  },
  {
    title: "sends the address of a next page on the last page, which is then empty",
    respond: inBodies(["listPosts"], (body) => {
      const last = asObject(asList(body.data).at(-1)).id;
      return { ...body, next: body.next ?? (last ? `/posts?after=${last}` : null) };
    }),
  },
  {
    title: "lists the oldest post first",
    prepare: ({ posts }) => {
      for (const [id, each] of [...posts].reverse()) {
        posts.delete(id);
        posts.set(id, each);
      }
    },
  },
  {
    title: "has fewer posts than a page",
    prepare: ({ posts }) => {
      for (const id of [...posts.keys()].slice(20)) posts.delete(id);
    },
  },
  {
    title: "has posts of one group only",
    prepare: ({ posts }) => {
      for (const each of posts.values()) each.visibility = "everyone";
    },
  },
  {
    title: "has the same time of creation in all posts, and ids without an order",
    prepare: ({ posts }) => {
      for (const [number, each] of [...posts.values()].slice(18).entries()) {
        const id = `pst_${((number * 7919) % 1000).toString(36)}x${number}`;
        posts.delete(String(each.id));
        posts.set(id, { ...each, id });
      }
    },
  },
  {
    title: "has an absolute address in Location",
    respond: inSuccesses(["createPost"], (response) => ({
      ...response,
      headers: { ...response.headers, Location: `https://feed.example.com${response.headers.Location}?lang=en#top` },
    })),
  },
  {
    title: "orders tags, which is not a change for its readers",
    respond: inValidRequests(["createPost"], (body) => ({
      ...body,
      ...(Array.isArray(body.tags) ? { tags: body.tags.toSorted() } : {}),
    })),
  },
  {
    title: "adds a tag to posts",
    respond: inValidRequests(["createPost"], (body) => ({
      ...body,
      tags: [...asList(body.tags).slice(0, 4), "village"],
    })),
  },
  {
    title: "shortens texts in lists",
    respond: inItems("listPosts", "data", (items) =>
      items.map((item) => ({ ...item, text: `${String(item.text).slice(0, 4)}…` })),
    ),
  },
  {
    title: "omits fields of the author that are null",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) => {
        const author = asObject(asObject(body).author);
        const unset = Object.keys(author).filter((name) => author[name] === null);
        return isObject(body) && body.author ? { ...body, author: without(author, ...unset) } : body;
      }),
    ),
  },
  {
    title: "shows a priority where none was sent",
    respond: inBodies(["createPost", "retrievePost"], (body) => ({ ...body, priority: body.priority ?? 1 })),
  },
  {
    title: "shows how often a post was read",
    respond: async (request, next, context) =>
      inBodies(["retrievePost"], (body) => ({ ...body, reads: context.count }))(request, next, context),
  },
  {
    title: "counts down the requests that are left, to zero",
    respond: async (_, next, { count }) => {
      const response = await next();
      return {
        ...response,
        headers: { ...response.headers, "X-Rate-Limit-Remaining": String(Math.max(0, 50 - count)) },
      };
    },
  },
  {
    title: "rejects a body of a GET, which has no meaning, and ignores it otherwise",
    respond: (request, next, { operation }) =>
      operation === "getStatistics" && request.body.length > 0 ? feedError(400, "Send no body.") : next(),
  },
  {
    title: "accepts a key with spaces around it, and another name of the header",
    respond: (request, next) => {
      const key = request.headers["x-feed-key"] ?? request.headers["feed-key"];
      return next(key ? { ...request, headers: { ...request.headers, "x-feed-key": String(key).trim() } } : request);
    },
  },
  {
    title: "rejects an import of the same address while the first one runs with 400",
    respond: async (request, next, { operation, violation, memory }) => {
      const source = String((asObject(jsonOf(request)) as Record<string, Json>).source);
      if (operation !== "startImport" || (await violation())) return next();
      if (memory.has(source)) return feedError(400, "The import runs.");
      memory.set(source, 1);
      return next();
    },
  },
  toValidQueries(
    "accepts one tag in a request",
    "listPosts",
    (query) => query.getAll("tag").length > 1,
    feedError(400, "Use one tag."),
  ),
];
