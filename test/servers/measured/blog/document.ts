import type { JsonObject } from "#openapi/document/document.js";
import { declared, INTEGER, listOf, MOMENT, objectOf, TEXT } from "../document.js";

const NAMED: JsonObject = { type: "string", minLength: 1 };

const POST_FIELDS: JsonObject = {
  title: NAMED,
  text: NAMED,
  tags: listOf(TEXT),
};

const POST = objectOf(
  {
    id: TEXT,
    ...POST_FIELDS,
    state: { type: "string", enum: ["draft", "published"] },
    checksum: { type: "string", description: "Changes with each change of the post." },
    createdAt: MOMENT,
  },
  ["id", "title", "text", "tags", "state", "checksum", "createdAt"],
);

const COMMENT = objectOf(
  { id: TEXT, author: TEXT, text: TEXT, replyTo: { type: ["string", "null"] }, checksum: TEXT },
  ["id", "author", "text", "checksum"],
);

const SHORT: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const LONG: JsonObject = { type: "string", minLength: 1, maxLength: 500 };

const CHECKSUM: JsonObject = { type: "string", description: "The checksum of the last read." };

const ONE = [400, 404] as const;
const CHANGED = [400, 404, 409] as const;

/** A blog whose client names posts and comments, and states the checksum of what it changes. */
export const BLOG_PATHS: JsonObject = {
  "/posts": {
    get: declared("/posts", {
      id: "listPosts",
      query: {
        tag: TEXT,
        state: TEXT,
        offset: { type: "integer", minimum: 0 },
        limit: { type: "integer", minimum: 1 },
      },
      success: [200, objectOf({ posts: listOf(POST), total: INTEGER }, ["posts", "total"])],
      rejects: [400],
    }),
    post: declared("/posts", {
      id: "createPost",
      body: objectOf({ id: TEXT, ...POST_FIELDS }, ["id", "title", "text"]),
      success: [201, POST],
      rejects: [400, 409],
    }),
  },
  "/posts/{id}": {
    get: declared("/posts/{id}", { id: "getPost", success: [200, POST], rejects: ONE }),
    put: declared("/posts/{id}", {
      id: "replacePost",
      body: objectOf({ ...POST_FIELDS, checksum: CHECKSUM }, ["title", "text", "checksum"]),
      success: [200, POST],
      rejects: CHANGED,
    }),
    delete: declared("/posts/{id}", { id: "deletePost", success: [204], rejects: ONE }),
  },
  "/posts/{id}/publication": {
    post: declared("/posts/{id}/publication", {
      id: "publishPost",
      body: objectOf({ checksum: CHECKSUM }, ["checksum"]),
      success: [200, POST],
      rejects: CHANGED,
    }),
  },
  "/posts/{id}/comments": {
    get: declared("/posts/{id}/comments", { id: "listComments", success: [200, listOf(COMMENT)], rejects: ONE }),
    post: declared("/posts/{id}/comments", {
      id: "createComment",
      body: objectOf({ id: TEXT, author: SHORT, text: LONG, replyTo: TEXT }, ["id", "author", "text"]),
      success: [201, COMMENT],
      rejects: CHANGED,
    }),
  },
  "/posts/{id}/comments/{commentId}": {
    get: declared("/posts/{id}/comments/{commentId}", { id: "getComment", success: [200, COMMENT], rejects: ONE }),
    patch: declared("/posts/{id}/comments/{commentId}", {
      id: "updateComment",
      body: objectOf({ text: LONG, checksum: CHECKSUM }, ["text", "checksum"]),
      success: [200, COMMENT],
      rejects: CHANGED,
    }),
    delete: declared("/posts/{id}/comments/{commentId}", { id: "deleteComment", success: [204], rejects: ONE }),
  },
};
