import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { toValidBodies, toValidQueries } from "../accepted-values.js";
import { changeJson, inBodies, inItems, inSuccesses, inValidQuery, jsonOf, within, without } from "../change.js";
import { accepts, failsAt, sends } from "../faults-of-requests.js";
import { empty, json, type Variation } from "../service.js";
import { type FeedState, feedError, matchingPosts, postId } from "./service.js";

const FAILURE = feedError(500, "NullPointerException");
/** The posts that the server has from its start. */
const FIRST_POSTS = Array.from({ length: 36 }, (_, index) => postId(index + 1));
const body = { operation: "createPost", kind: "body" } as const;

/** Changes the query of the list. */
function inQuery(change: (query: URLSearchParams) => void): NonNullable<Variation<unknown>["respond"]> {
  return inValidQuery("listPosts", change);
}

/** The posts of a request without its cursors. */
function matching(query: URLSearchParams, state: FeedState): JsonObject[] {
  const tags = query.getAll("tag");
  return matchingPosts(
    { query: { visibility: query.get("visibility") ?? "everyone", ...(tags.length > 0 ? { tag: tags } : {}) } },
    state,
  );
}

/** Servers that each break one statement of feed.yaml. */
export const FEED_FAULTS: Variation<FeedState>[] = [
  // Requests that have to be rejected.
  accepts("a post without a title", { ...body, place: "", keyword: "required" }),
  accepts("an empty text", { ...body, place: "/text", keyword: "minLength" }),
  accepts("a title that is too long", { ...body, place: "/title", keyword: "maxLength" }),
  accepts("a number as the title", { ...body, place: "/title", keyword: "type" }),
  accepts("a group outside the enum", { ...body, place: "/visibility", keyword: "enum" }),
  accepts("more tags than the maximum", { ...body, place: "/tags", keyword: "maxItems" }),
  accepts("the same tag twice", { ...body, place: "/tags", keyword: "uniqueItems" }),
  accepts("an author without a name", { ...body, place: "/author", keyword: "required" }),
  accepts("a list as the author", { ...body, place: "/author", keyword: "type" }),
  accepts("a priority outside the enum", { ...body, place: "/priority", keyword: "enum" }),
  accepts("an import without a source", { operation: "startImport", kind: "body", keyword: "required" }),
  accepts("a number as the source of an import", { operation: "startImport", kind: "body", keyword: "type" }),
  accepts("a pin for zero days", { operation: "pinPost", kind: "body", keyword: "minimum" }),
  accepts("a pin for a text of days", { operation: "pinPost", kind: "body", keyword: "type" }),
  accepts("a page size of zero", { operation: "listPosts", place: "limit", keyword: "minimum" }),
  accepts("a word as the page size", { operation: "listPosts", place: "limit", keyword: "type" }),
  accepts("a group outside the enum of the query", { operation: "listPosts", place: "visibility" }),
  accepts("statistics without their begin", { operation: "getStatistics", place: "since", keyword: "required" }),
  {
    title: "accepts both cursors together",
    respond: inQuery((query) => {
      if (query.has("after")) query.delete("before");
    }),
  },
  // Keys.
  accepts("every request without looking at the key", { kind: "credentials" }),
  accepts("requests to publish without a valid key", { operation: "createPost", kind: "credentials" }),
  accepts("requests to pin without a valid key", { operation: "pinPost", kind: "credentials" }),
  {
    title: "accepts every key that begins like a valid one",
    respond: (request, next) => {
      const key = String(request.headers["x-feed-key"]).startsWith("feed-key-")
        ? "feed-key-of-the-village-hall"
        : undefined;
      return next(key ? { ...request, headers: { ...request.headers, "x-feed-key": key } } : request);
    },
  },
  {
    title: "accepts a key in any case",
    respond: (request, next) => {
      const key = request.headers["x-feed-key"];
      return next(
        key ? { ...request, headers: { ...request.headers, "x-feed-key": String(key).toLowerCase() } } : request,
      );
    },
  },
  // Server errors.
  failsAt("an id against its pattern", { kind: "parameter", place: "postId" }, FAILURE),
  failsAt("an id of an import that is a word", { kind: "parameter", place: "importId" }, FAILURE),
  failsAt("malformed JSON", { kind: "syntax" }, FAILURE),
  failsAt("a word as the page size", { kind: "parameter", place: "limit" }, empty(500)),
  failsAt("a missing key", { kind: "credentials" }, empty(503)),
  {
    title: "responds with 500 to long texts",
    respond: (request, next) => (request.body.length > 1500 ? FAILURE : next()),
  },
  // Responses.
  sends("a post without its author", "retrievePost", (response) =>
    changeJson(response, (each) => without(asObject(each), "author")),
  ),
  sends("an author without a name", "createPost", (response) =>
    changeJson(response, (each) => within(asObject(each), "author", (author) => without(author, "name"))),
  ),
  sends("a text in place of tags", "createPost", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), tags: "market" })),
  ),
  sends("a number in place of the id", "createPost", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), id: 7 })),
  ),
  sends("yes in place of true", "retrievePost", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), pinned: "no" })),
  ),
  sends("a time of creation that is not a time", "retrievePost", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), createdAt: "yesterday" })),
  ),
  sends("a status of an import outside the enum", "retrieveImport", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), status: "failed" })),
  ),
  sends("a negative number of posts for a tag", "getStatistics", (response) =>
    changeJson(response, (each) => ({ ...asObject(each), perTag: { market: -1 } })),
  ),
  sends("no field next", "listPosts", (response) => changeJson(response, (each) => without(asObject(each), "next"))),
  { title: "sends null among the posts of a list", respond: inItems("listPosts", "data", (items) => [...items, null]) },
  {
    title: "sends a list with a tag of 30 letters",
    respond: inItems("listPosts", "data", (items) =>
      items.map((item, at) => (at === 2 ? { ...item, tags: ["m".repeat(30)] } : item)),
    ),
  },
  sends("the import with 200, which is not documented", "startImport", (response) => ({ ...response, status: 200 })),
  sends("the post with 202, which is not documented", "createPost", (response) => ({ ...response, status: 202 })),
  sends("200 with a body for a pin, which is not documented", "pinPost", () => json(200, { pinned: true })),
  sends("posts as text/plain", "retrievePost", (response) => ({
    ...response,
    headers: { "Content-Type": "text/plain" },
  })),
  sends("posts without a media type", "retrievePost", (response) => ({ ...response, headers: {} })),
  sends("no Location", "createPost", ({ headers: { Location: _, ...headers }, ...response }) => ({
    ...response,
    headers,
  })),
  sends("a fraction in X-Rate-Limit-Remaining", "listPosts", (response) => ({
    ...response,
    headers: { ...response.headers, "X-Rate-Limit-Remaining": "9.5" },
  })),
  sends("a deleted post without the time of its deletion", "deletePost", (response) =>
    changeJson(response, (each) => without(asObject(each), "deletedAt")),
  ),
  {
    title: "sends errors without a code for unknown posts",
    respond: async (_, next) => {
      const response = await next();
      return response.status === 404
        ? changeJson(response, (each) => within(asObject(each), "error", (error) => without(error, "code")))
        : response;
    },
  },
  {
    title: "finds the import that the document shows as unknown",
    respond: (request, next) =>
      next(request.path === "/imports/2147483646" ? { ...request, path: "/imports/41" } : request),
  },
  // Identifiers and links.
  {
    title: "shows another id than the one in the path",
    respond: inBodies(["retrieveImport"], (each) => ({ ...each, id: 40 })),
  },
  {
    title: "shows another post for every id that exists",
    respond: async (_, next, { operation, state: { posts } }) => {
      const response = await next();
      const other = posts.get(postId(3));
      return operation === "retrievePost" && response.status === 200 && other ? json(200, other) : response;
    },
  },
  {
    title: "shows the first post for an unknown id",
    respond: async (_, next, { operation, state, violation }) => {
      const response = await next();
      const [first] = state.posts.values();
      return operation === "retrievePost" && response.status === 404 && first && !(await violation())
        ? json(200, first)
        : response;
    },
  },
  {
    title: "forgets published posts",
    respond: async (_, next, { operation, state: { posts } }) => {
      const response = await next();
      if (operation === "createPost" && response.status === 201) posts.delete(String(asObject(jsonOf(response)).id));
      return response;
    },
  },
  {
    title: "forgets started imports",
    respond: async (_, next, { operation, state: { imports } }) => {
      const response = await next();
      if (operation === "startImport" && response.status === 202) imports.delete(Number(asObject(jsonOf(response)).id));
      return response;
    },
  },
  {
    title: "does not find a published post for pinning",
    respond: async (request, next, { operation }) =>
      operation === "pinPost" && !FIRST_POSTS.some((id) => request.path.includes(id)) ? feedError(404, "No.") : next(),
  },
  {
    title: "deletes nothing",
    respond: async (_, next, { operation, state: { posts, deleted } }) => {
      const before = [...posts];
      const response = await next();
      if (operation !== "deletePost") return response;
      deleted.clear();
      for (const [id, each] of before) posts.set(id, each);
      return response;
    },
  },
  // Pages.
  { title: "ignores the page size", respond: inQuery((query) => query.delete("limit")) },
  { title: "ignores the cursor after", respond: inQuery((query) => query.delete("after")) },
  { title: "ignores the cursor before", respond: inQuery((query) => query.delete("before")) },
  { title: "ignores the group of the query", respond: inQuery((query) => query.delete("visibility")) },
  {
    title: "repeats the last post of a page on the next page",
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      const after = request.query.get("after");
      const cursor = matching(request.query, state).find(({ id }) => id === after);
      if (operation !== "listPosts" || response.status !== 200 || !cursor) return response;
      return changeJson(response, (each) => {
        const data = asList(asObject(each).data);
        return { ...asObject(each), data: [cursor, ...data.slice(0, Math.max(0, data.length - 1))] };
      });
    },
  },
  {
    title: "omits a post between two pages",
    respond: async (request, next, context) =>
      request.query.has("after") && !request.query.has("before")
        ? inItems("listPosts", "data", (items) => items.slice(1))(request, next, context)
        : next(),
  },
  { title: "says that there is always more", respond: inBodies(["listPosts"], (each) => ({ ...each, hasMore: true })) },
  { title: "says that there is never more", respond: inBodies(["listPosts"], (each) => ({ ...each, hasMore: false })) },
  {
    title: "sends one post more than the page size",
    respond: inQuery((query) => query.set("limit", String(Math.min(40, Number(query.get("limit") ?? 10) + 1)))),
  },
  {
    title: "leads before to the first page of all",
    respond: inQuery((query) => {
      if (query.has("before")) query.delete("before");
    }),
  },
  {
    title: "sends posts twice on a page",
    respond: inItems("listPosts", "data", (items) => items.map((item, at) => (at === 1 ? (items[0] ?? item) : item))),
  },
  {
    title: "lists posts of both groups by default",
    respond: inSuccesses(["listPosts"], (response) =>
      changeJson(response, (each) => ({
        ...asObject(each),
        data: asList(asObject(each).data).map((item, at) =>
          at === 0 ? { ...asObject(item), visibility: "members" } : item,
        ),
      })),
    ),
  },
  // Documented values that are not accepted.
  toValidQueries(
    "fails for a tag that is not ASCII or long",
    "listPosts",
    (query) => /.{9}/.test(query.get("tag") ?? ""),
    FAILURE,
  ),
  toValidBodies(
    "fails for a post with an empty list of tags",
    "createPost",
    ({ tags }) => `${tags}` === "" && tags !== undefined,
    FAILURE,
  ),
  toValidBodies(
    "fails for the longest title of a post",
    "createPost",
    ({ title }) => String(title).length > 70,
    FAILURE,
  ),
];
