import type { JsonObject } from "#openapi/document/document.js";
import { declared, listOf, MOMENT, objectOf, TEXT } from "../document.js";

const KIND: JsonObject = { type: "string", enum: ["file", "directory"] };

const ENTRY = objectOf(
  {
    name: TEXT,
    path: TEXT,
    kind: KIND,
    text: { type: ["string", "null"], description: "Null for a directory." },
    entries: { type: "array", items: TEXT, description: "The paths in a directory." },
    modifiedAt: MOMENT,
  },
  ["name", "path", "kind", "text", "modifiedAt"],
);

const CHECKPOINT = objectOf({ id: TEXT, createdAt: MOMENT }, ["id", "createdAt"]);

const ONE = [400, 404] as const;
const CHANGED = [400, 404, 409] as const;

/** Files and directories whose paths the client names. */
export const TREE_PATHS: JsonObject = {
  "/contents": {
    get: declared("/contents", {
      id: "listContents",
      query: { kind: KIND, depth: { type: "integer", minimum: 1 }, match: TEXT },
      success: [200, objectOf({ entries: listOf(ENTRY) }, ["entries"])],
      rejects: [400],
    }),
  },
  "/contents/{path}": {
    get: declared("/contents/{path}", {
      id: "getContents",
      query: { withText: { type: "boolean" } },
      success: [200, ENTRY],
      rejects: ONE,
    }),
    put: declared("/contents/{path}", {
      id: "saveContents",
      body: objectOf({ kind: KIND, text: TEXT }, ["kind"]),
      success: [201, ENTRY],
      rejects: CHANGED,
    }),
    patch: declared("/contents/{path}", {
      id: "moveContents",
      body: objectOf({ path: { type: "string", minLength: 1, description: "The new path." } }, ["path"]),
      success: [200, ENTRY],
      rejects: CHANGED,
    }),
    delete: declared("/contents/{path}", { id: "deleteContents", success: [204], rejects: CHANGED }),
  },
  "/contents/{path}/copies": {
    post: declared("/contents/{path}/copies", {
      id: "copyContents",
      body: objectOf({
        to: { type: "string", minLength: 1, description: "The path of the copy; without it, the server names it." },
      }),
      success: [201, ENTRY],
      rejects: CHANGED,
    }),
  },
  "/contents/{path}/checkpoints": {
    get: declared("/contents/{path}/checkpoints", {
      id: "listCheckpoints",
      success: [200, listOf(CHECKPOINT)],
      rejects: ONE,
    }),
    post: declared("/contents/{path}/checkpoints", {
      id: "createCheckpoint",
      success: [201, CHECKPOINT],
      rejects: CHANGED,
    }),
  },
  "/contents/{path}/checkpoints/{checkpoint}": {
    post: declared("/contents/{path}/checkpoints/{checkpoint}", {
      id: "restoreCheckpoint",
      success: [204],
      rejects: ONE,
    }),
    delete: declared("/contents/{path}/checkpoints/{checkpoint}", {
      id: "deleteCheckpoint",
      success: [204],
      rejects: ONE,
    }),
  },
};
