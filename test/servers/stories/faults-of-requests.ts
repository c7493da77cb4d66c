import { asList, type JsonObject } from "#openapi/document/document.js";
import { accepts, failsAt } from "../faults-of-requests.js";
import { empty, type Variation } from "../service.js";
import { KEY, storiesError } from "./service.js";
import type { StoriesState } from "./state.js";
import { type Sent, toValid } from "./variations.js";

const FAILURE = storiesError(500, "server", "undefined method `strip' for nil");
const publish = { operation: "createStory", kind: "body" } as const;
const change = { operation: "updateStory", kind: "body" } as const;
const comment = { operation: "createComment", kind: "body" } as const;
const user = { operation: "updateUser", kind: "body" } as const;
const list = { operation: "listStories", kind: "parameter" } as const;

/** A server that fails for some valid requests. */
function failsFor(title: string, operation: string, applies: (sent: JsonObject, all: Sent) => boolean) {
  return {
    title: `responds with 500 to ${title}`,
    respond: toValid(
      [operation],
      (all) => applies(all.sent, all),
      () => FAILURE,
    ),
  };
}

/** Takes the key that `isAccepted` accepts for the right one. */
function acceptsKey(title: string, isAccepted: (key: string) => boolean): Variation<unknown> {
  return {
    title: `accepts ${title}`,
    respond: (request, next) => {
      const { authorization = "" } = request.headers;
      const headers = { ...request.headers, authorization: KEY };
      return next(isAccepted(authorization) ? { ...request, headers } : request);
    },
  };
}

const isAscii = (text: unknown) => [...String(text)].every((letter) => letter < "\u0080");

/** Servers that accept what stories.yaml forbids, or fail where it allows or rejects something. */
export const REQUEST_FAULTS: Variation<StoriesState>[] = [
  // Stories.
  accepts("a story without a title", { ...publish, place: "/story", keyword: "required" }),
  accepts("a story without its envelope", { ...publish, place: "", keyword: "required" }),
  accepts("a story with an empty title", { ...publish, place: "/story/title", keyword: "minLength" }),
  accepts("a story whose title is too long", { ...publish, place: "/story/title", keyword: "maxLength" }),
  accepts("a number as the body of a story", { ...publish, place: "/story/body", keyword: "type" }),
  accepts("a story with seven tags", { ...publish, place: "/story/tagList", keyword: "maxItems" }),
  accepts("a story with the same tag twice", { ...publish, keyword: "uniqueItems" }),
  {
    title: "accepts a story with an empty tag",
    ignores: ({ operation, place, keyword }) =>
      operation === "createStory" && place.startsWith("/story/tagList/") && keyword === "minLength",
  },
  accepts("a story in an unknown language", { ...publish, keyword: "enum" }),
  accepts("a fraction of minutes", { ...change, place: "/story/readingMinutes", keyword: "type" }),
  accepts("a story with a cover image that has no address", { ...publish, keyword: "format" }),
  accepts("a story without a body", { operation: "createStory", kind: "missingBody" }),
  accepts("a change that has no field", { ...change, keyword: "minProperties" }),
  accepts("null as the title of a changed story", { ...change, place: "/story/title", keyword: "type" }),
  // People and comments.
  accepts("an email address without @", { ...user, place: "/user/email", keyword: "format" }),
  accepts("a biography that is too long", { ...user, place: "/user/bio", keyword: "maxLength" }),
  accepts("a comment that is too long", { ...comment, keyword: "maxLength" }),
  accepts("a comment without a text", { ...comment, place: "/comment", keyword: "required" }),
  // Queries.
  accepts("a limit above the maximum", { ...list, place: "limit", keyword: "maximum" }),
  accepts("an offset below zero", { ...list, place: "offset", keyword: "minimum" }),
  accepts("a word as the offset", { ...list, place: "offset", keyword: "type" }),
  accepts("an unknown status in a query", { ...list, place: "status", keyword: "enum" }),
  accepts("an empty tag in a query", { ...list, place: "tag", keyword: "minLength" }),
  // Keys.
  accepts("every request without looking at the key", { kind: "credentials" }),
  accepts("requests for the own data without a valid key", { operation: "getUser", kind: "credentials" }),
  accepts("comments without a valid key", { operation: "createComment", kind: "credentials" }),
  accepts("deletions of stories without a valid key", { operation: "deleteStory", kind: "credentials" }),
  accepts("the removal of favorites without a valid key", { operation: "unfavoriteStory", kind: "credentials" }),
  acceptsKey("every key, but no request without one", (key) => key !== ""),
  acceptsKey("keys that only begin like the right one", (key) => key.startsWith(KEY.slice(0, -2))),
  // Server errors for invalid requests.
  failsAt("malformed JSON", { kind: "syntax" }, FAILURE),
  failsAt("a missing or wrong key", { kind: "credentials" }, FAILURE),
  failsAt("a slug that its schema does not allow", { kind: "parameter", place: "slug" }, empty(500)),
  failsAt("an invalid change of the user", user, empty(502)),
  // Server errors for valid requests.
  failsFor("the character NUL in a comment", "createComment", ({ body }) => String(body).includes("\0")),
  failsFor("a title that is not ASCII", "createStory", ({ title }) => !isAscii(title)),
  failsFor("a body of more than 4000 characters", "createStory", ({ body }) => String(body).length > 4000),
  failsFor("a story without tags", "createStory", ({ tagList }) => tagList === undefined),
  failsFor(
    "an empty list of tags",
    "updateStory",
    ({ tagList }) => asList(tagList).length === 0 && tagList !== undefined,
  ),
  failsFor("the removal of a cover image", "updateStory", ({ coverImage }) => coverImage === null),
  failsFor("a change of the title alone", "updateStory", (sent) => Object.keys(sent).join() === "title"),
  failsFor("an offset of more than 32 bits", "listStories", (_, { query }) => Number(query.get("offset")) >= 2 ** 31),
  failsFor("an offset after the end", "listStories", (_, { query, state }) => {
    return Number(query.get("offset")) > state.stories.size;
  }),
  failsFor("an unknown author in a query", "listStories", (_, { query, state }) => {
    return query.has("author") && !state.people.has(query.get("author") ?? "");
  }),
  failsFor("a tag with a percent sign or a quotation mark in a query", "listStories", (_, { query }) => {
    return /[%'"]/.test(query.get("tag") ?? "");
  }),
  failsFor("a username with letters that are not ASCII", "getProfile", (_, { name }) => !isAscii(name)),
  failsFor("a story that is a favorite already", "favoriteStory", (_, { state, name }) => {
    return state.favorites.get(name)?.has(state.me) === true;
  }),
  failsFor("a story without comments", "listComments", (_, { state, name }) => {
    return state.stories.has(name) && !state.comments.some(({ slug }) => slug === name);
  }),
  failsFor("the deletion of a story with comments", "deleteStory", (_, { state, name }) => {
    return state.comments.some(({ slug }) => slug === name);
  }),
];
