import { asObject, isObject, type JsonObject } from "#openapi/document/document.js";
import { isSuccess, jsonOf, type Respond } from "../change.js";
import { json, type Variation } from "../service.js";
import { storiesError } from "./service.js";
import { type StoriesState, slugOf, storyOf } from "./state.js";
import { renameStory, type Sent, sentIn, toValid } from "./variations.js";

const WRITES = ["createStory", "updateStory", "createComment", "updateUser"];

const KNOWN: Record<string, string[]> = {
  story: ["title", "description", "body", "tagList", "language", "readingMinutes", "coverImage"],
  comment: ["body"],
  user: ["email", "bio", "image", "newsletter"],
};

/** The slugs that stories had before. */
const formerSlugs = new WeakMap<StoriesState, Map<string, string>>();

/** Rejects some requests that the document allows. */
const refuses = (operations: readonly string[], applies: (sent: Sent) => boolean, field = "request") =>
  toValid(operations, applies, () => storiesError(422, field, "is not possible here"));

/** Gives a story a new slug with a new title. Returns a response with the new slug. */
function movingStories(onMove: (state: StoriesState, from: string, to: string) => void): Respond<StoriesState> {
  return async (request, next, context) => {
    const { state, name, sent } = sentIn(request, context);
    const before = state.stories.get(name);
    const response = await next();
    const isMoved = context.operation === "updateStory" && isSuccess(response) && before?.title !== sent.title;
    if (!isMoved || sent.title === undefined) return response;
    state.lastStory += 1;
    const to = slugOf(String(sent.title), state.lastStory);
    renameStory(state, name, to);
    onMove(state, name, to);
    return json(200, { story: storyOf(state, state.stories.get(to) ?? {}) });
  };
}

/** Whether an envelope or the object in it has a field that the document does not have. */
function hasUnknownField(body: JsonObject): boolean {
  const [[name, object] = [], ...others] = Object.entries(body);
  const known = KNOWN[name ?? ""] ?? [];
  return others.length > 0 || !isObject(object) || Object.keys(object).some((field) => !known.includes(field));
}

/** Servers with rules of their own, which stories.yaml leaves open. */
export const STORIES_LEGAL_RULES: Variation<StoriesState>[] = [
  {
    title: "gives a story a new slug with a new title, and does not find the old slug any more",
    respond: movingStories(() => undefined),
  },
  {
    title: "gives a story a new slug with a new title, and finds the old slug too",
    respond: (request, next, context) => {
      const former = formerSlugs.get(context.state) ?? new Map<string, string>();
      formerSlugs.set(context.state, former);
      const { name } = sentIn(request, context);
      const latest = (slug: string): string => (former.has(slug) ? latest(former.get(slug) ?? "") : slug);
      const path = request.path.replace(`/stories/${name}`, `/stories/${latest(name)}`);
      const changed = name === "" ? request : { ...request, path };
      return movingStories((_, from, to) => former.set(from, to))(changed, (last = changed) => next(last), context);
    },
  },
  {
    title: "finds stories by slugs in capitals too",
    respond: (request, next) =>
      next({ ...request, path: request.path.replace(/^\/stories\/[^/]+/, (path) => path.toLowerCase()) }),
  },
  // Actions.
  {
    title: "rejects a favorite that is one already, and the removal of one that is none, with 422",
    respond: async (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const isFavorite = state.favorites.get(name)?.has(state.me) === true;
      const isDone = isFavorite ? "favoriteStory" : "unfavoriteStory";
      return refuses([isDone], () => state.stories.has(name))(request, next, context);
    },
  },
  {
    title: "rejects it with 422 to follow a person twice, or to unfollow a person who is not followed",
    respond: async (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const follows = state.followers.get(name)?.has(state.me) === true;
      const isDone = follows ? "followPerson" : "unfollowPerson";
      return refuses([isDone], () => state.people.has(name))(request, next, context);
    },
  },
  {
    title: "has people whom nobody can follow",
    respond: refuses(["followPerson"], ({ state, name }) => state.people.has(name) && /[io]/.test(name), "username"),
  },
  {
    title: "rejects changes of archived stories with 422",
    respond: refuses(["updateStory"], ({ state, name }) => state.stories.get(name)?.status === "archived"),
  },
  {
    title: "rejects comments on archived and on own stories with 422",
    respond: refuses(["createComment"], ({ state, name }) => {
      const { status, author } = state.stories.get(name) ?? {};
      return status === "archived" || author === state.me;
    }),
  },
  // Values.
  {
    title: "rejects titles without a letter of the Latin alphabet with 422",
    respond: refuses(
      ["createStory", "updateStory"],
      ({ sent }) => sent.title !== undefined && !/[a-z]/i.test(String(sent.title)),
      "title",
    ),
  },
  {
    title: "rejects control characters and letters outside the Basic Multilingual Plane with 422",
    respond: refuses(WRITES, ({ sent }) => /\\u00[01]|[\u{10000}-\u{10ffff}]|\\ud[89a-f]/u.test(JSON.stringify(sent))),
  },
  {
    title: "rejects comments with a link, a tag of HTML or one letter with 422",
    respond: refuses(["createComment"], ({ sent }) => /https?:|<|^.?$/.test(String(sent.body)), "body"),
  },
  {
    title: "rejects tags that no story has with 422",
    respond: refuses(
      ["createStory", "updateStory"],
      ({ sent, state }) => {
        const known = [...state.stories.values()].flatMap(({ tagList }) => (Array.isArray(tagList) ? tagList : []));
        return Array.isArray(sent.tagList) && sent.tagList.some((tag) => !known.includes(tag));
      },
      "tagList",
    ),
  },
  {
    title: "rejects email addresses at other hosts than its own with 422",
    respond: refuses(["updateUser"], ({ sent }) => !/@example\.org$|^undefined$/.test(String(sent.email)), "email"),
  },
  {
    title: "rejects fields that the document does not have with 422",
    respond: async (request, next, context) =>
      refuses(WRITES, () => hasUnknownField(asObject(jsonOf(request))))(request, next, context),
  },
  {
    title: "rejects unknown parameters of the list with 422",
    respond: (request, next, context) =>
      refuses(["listStories"], () => context.unknownParameters.length > 0)(request, next, context),
  },
  {
    title: "rejects offsets above 10,000, and two filters for people, with 422",
    respond: refuses(
      ["listStories"],
      ({ query }) => Number(query.get("offset")) > 10_000 || (query.has("author") && query.has("favorited")),
    ),
  },
  {
    title: "rejects a filter by a person who does not exist with 422",
    respond: refuses(["listStories"], ({ query, state }) =>
      ["author", "favorited"].some((name) => query.has(name) && !state.people.has(query.get(name) ?? "")),
    ),
  },
  {
    title: "rejects a second story with the same title with 422",
    respond: refuses(
      ["createStory"],
      ({ sent, state }) => [...state.stories.values()].some(({ title }) => title === sent.title),
      "title",
    ),
  },
  {
    title: "publishes five stories for each person, and rejects further ones with 422",
    respond: refuses(["createStory"], ({ state }) => state.lastStory >= 31),
  },
  {
    title: "rejects every new story with 422, because the account is new",
    respond: refuses(["createStory"], () => true),
  },
];
