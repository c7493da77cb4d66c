import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Subject } from "../run.js";
import {
  empty,
  json,
  type ReadRequest,
  Rejection,
  type ServedRequest,
  type ServedResponse,
  type Service,
} from "../service.js";

/** The data of a server of feed.yaml. */
export interface FeedState {
  /** By id, the oldest one first. */
  posts: Map<string, JsonObject>;
  deleted: Map<string, JsonObject>;
  imports: Map<number, JsonObject>;
  /** The numbers that the newest post and import have. They are never used again. */
  last: { post: number; import: number };
}

const KEY = "feed-key-of-the-village-hall";

/** The id of the n-th post of a server. */
export const postId = (number: number) => `pst_${String(number).padStart(6, "0")}`;

function seed(): FeedState {
  const numbers = Array.from({ length: 36 }, (_, index) => index + 1);
  const posts = numbers.map((number): [string, JsonObject] => [postId(number), post(number)]);
  const source = "https://example.com/archive";
  return {
    posts: new Map(posts),
    deleted: new Map(),
    imports: new Map([[41, { id: 41, source, status: "pending" }]]),
    last: { post: posts.length, import: 41 },
  };
}

/** The n-th post of a server. */
export function post(number: number): JsonObject {
  return {
    id: postId(number),
    title: `Market ${number}`,
    text: "From eight to noon.",
    tags: [number % 2 ? "market" : "music"],
    visibility: number % 5 === 0 ? "members" : "everyone",
    pinned: false,
    author: { name: "The village", contact: null, phone: null },
    createdAt: "2026-11-01T09:30:00Z",
  };
}

/** An error of feed.yaml. */
export function feedError(status: number, message: string): ServedResponse {
  return json(status, { error: { code: "rejected", message } });
}

function found({ path }: ReadRequest, { posts, deleted }: FeedState): JsonObject {
  const id = String(path.postId);
  if (deleted.has(id)) throw new Rejection(410, "The post was deleted.");
  const existing = posts.get(id);
  if (!existing) throw new Rejection(404, "The post does not exist.");
  return existing;
}

/** The posts of a filter, the newest one first. */
export function matchingPosts({ query }: Pick<ReadRequest, "query">, { posts }: FeedState): JsonObject[] {
  const tags = query.tag === undefined ? undefined : asList(query.tag);
  return [...posts.values()]
    .reverse()
    .filter(({ visibility }) => visibility === (query.visibility ?? "everyone"))
    .filter((each) => tags === undefined || asList(each.tags).some((tag) => tags.includes(tag)));
}

function listPosts(request: ReadRequest, state: FeedState, served: ServedRequest): ServedResponse {
  const { after, before, limit = 10 } = request.query;
  if (after !== undefined && before !== undefined) throw new Rejection(400, "after and before cannot be combined.");
  const matches = matchingPosts(request, state);
  const cursor = after ?? before;
  const at = matches.findIndex(({ id }) => id === cursor);
  if (cursor !== undefined && at < 0) throw new Rejection(400, "The cursor is unknown.");
  const size = Number(limit);
  const [start, end] = before === undefined ? [at + 1, at + 1 + size] : [Math.max(0, at - size), at];
  const data = matches.slice(start, end);
  const hasMore = before === undefined ? end < matches.length : start > 0;
  const query = new URLSearchParams(served.query);
  query.delete(before === undefined ? "after" : "before");
  query.set(before === undefined ? "after" : "before", String(data.at(before === undefined ? -1 : 0)?.id));
  const next = hasMore ? `/posts?${query}` : null;
  const link: Record<string, string> = next ? { Link: `<${next}>; rel="next"` } : {};
  return json(200, { data, hasMore, next }, { ...link, "X-Rate-Limit-Remaining": "99" });
}

const FEED: Service<FeedState> = {
  file: "feed/feed.yaml",
  createState: seed,
  isAuthorized: (_, { headers }) => headers["x-feed-key"] === KEY,
  reject: feedError,
  handlers: {
    listPosts,
    createPost({ body }, { posts, last }) {
      last.post += 1;
      const created = { ...post(last.post), ...known(asObject(body)) };
      posts.set(String(created.id), created);
      return json(201, created, { Location: `/posts/${created.id}` });
    },
    retrievePost: (request, state) => json(200, found(request, state)),
    deletePost(request, state) {
      const existing = found(request, state);
      state.posts.delete(String(existing.id));
      state.deleted.set(String(existing.id), existing);
      return json(200, { ...existing, deletedAt: new Date().toISOString() });
    },
    pinPost(request, state) {
      const existing = found(request, state);
      state.posts.set(String(existing.id), { ...existing, pinned: true });
      return empty(204);
    },
    startImport({ body }, { imports, last }) {
      last.import += 1;
      const id = last.import;
      const started = { id, source: asObject(body).source ?? null, status: "pending" };
      imports.set(id, started);
      return json(202, started);
    },
    retrieveImport({ path }, { imports }) {
      const existing = imports.get(Number(path.importId));
      if (!existing) throw new Rejection(404, "The import does not exist.");
      return json(200, existing);
    },
    getStatistics: (_, { posts }) => json(200, { posts: posts.size, perTag: { market: 18, music: 18 } }),
  },
};

/** The fields of a post that a client may set. Fields that were not sent keep their defaults. */
function known(body: JsonObject): JsonObject {
  const { title, text, tags = [], visibility, link, publishAt, author, priority } = body;
  const fields = Object.entries({ title, text, tags, visibility, link, publishAt, author, priority });
  return Object.fromEntries(fields.filter((field): field is [string, Json] => field[1] !== undefined));
}

export const feed: Subject<FeedState> = {
  service: FEED,
  key: KEY,
  allowed: ["createPost", "startImport"],
  values: {
    retrievePost: { postId: { market: postId(1) } },
    deletePost: { postId: { market: [11, 12, 13, 14, 16, 17].map(postId) } },
    pinPost: { postId: { market: postId(2) } },
    retrieveImport: { importId: { archive: 41 } },
  },
};
