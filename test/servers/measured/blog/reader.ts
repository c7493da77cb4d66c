import { createHash } from "node:crypto";
import type { JsonObject } from "#openapi/document/document.js";
import { type Call, type Probe, Rejected } from "../service.js";

export interface Comment {
  id: string;
  author: string;
  text: string;
  replyTo: string | null;
}

export interface Post {
  id: string;
  title: string;
  text: string;
  tags: string[];
  state: "draft" | "published";
  createdAt: string;
  comments: Map<string, Comment>;
}

export const CRASHES = {
  page: "blog: the first post of a page beyond the end",
  state: "blog: posts of a state that does not exist",
  slug: "blog: a title without a letter or a digit has no words",
  tags: "blog: the first tag of an empty list",
  column: "blog: a title is longer than its column",
  reply: "blog: a reply to a comment that does not exist",
  thread: "blog: a thread whose first comment was deleted",
  again: "blog: a post is published again",
} as const;

export const checksumOf = (value: unknown) =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 12);

/** Reads the values of a request, and rejects those that are not of their form. */
export class Reader {
  readonly #probe: Probe;

  constructor(probe: Probe) {
    this.#probe = probe;
  }

  expect({ body: { checksum } }: Call, current: string): void {
    if (typeof checksum !== "string") throw this.rejected("checksum: missing", 400, "checksum is required");
    if (checksum !== current) throw this.rejected("checksum: old", 409, "checksum is not that of the last version");
  }

  idIn({ id }: JsonObject): string {
    if (typeof id !== "string" || !/^[A-Za-z0-9][\w-]{0,39}$/.test(id)) {
      throw this.rejected("id: not an id", 400, "id must have 1 to 40 letters, digits, - and _");
    }
    return id;
  }

  fieldsIn(body: JsonObject): Pick<Post, "title" | "text" | "tags"> {
    const title = this.textIn(body, "title", Number.POSITIVE_INFINITY);
    const text = this.textIn(body, "text", Number.POSITIVE_INFINITY);
    const { tags = [] } = body;
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) {
      throw this.rejected("tags: not texts", 400, "tags is a list of texts");
    }
    if (title.length > 255) this.#probe.crash(CRASHES.column);
    if (!/[\p{L}\p{N}]/u.test(title)) this.#probe.crash(CRASHES.slug);
    if (new Set(tags).size < tags.length) this.#probe.reach("tags: one twice");
    return { title, text, tags };
  }

  textIn(body: JsonObject, name: string, most: number): string {
    const text = body[name];
    if (typeof text !== "string") throw this.rejected(`${name}: not a text`, 400, `${name} is required`);
    if (text === "") throw this.rejected(`${name}: empty`, 400, `${name} must not be empty`);
    if (text.length > most) throw this.rejected(`${name}: long`, 400, `${name} has at most ${most} characters`);
    return text;
  }

  rejected(branch: string, status: number, error: string): Rejected {
    this.#probe.reach(branch);
    return new Rejected({ status, body: { error } });
  }
}

export function shownPost({ comments: _, ...post }: Post) {
  return { ...post, checksum: checksumOf(post) };
}

export function shownComment(comment: Comment) {
  return { ...comment, checksum: checksumOf(comment) };
}
