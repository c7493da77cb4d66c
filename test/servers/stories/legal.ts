import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import {
  changeJson,
  everywhere,
  inBodies,
  inEveryResponse,
  inValidRequests,
  isSuccess,
  jsonOf,
  type Respond,
  withAtMost,
  within,
  without,
} from "../change.js";
import { json, type Variation } from "../service.js";
import { STORIES_LEGAL_LATER } from "./legal-later.js";
import { STORIES_LEGAL_RULES } from "./legal-rules.js";
import { type StoriesState, storyOf } from "./state.js";
import { renameStory, sentIn, showing, storing } from "./variations.js";

const STORY = ["listStories", "createStory", "getStory", "updateStory", "favoriteStory", "unfavoriteStory"];
const TIMED = [...STORY, "archiveStory", "unarchiveStory", "listComments", "createComment", "getUser", "updateUser"];

/** Changes the tags of valid requests. */
const inTags = (change: (tags: string[]) => string[]) =>
  inValidRequests(["createStory", "updateStory"], (body) =>
    within(body, "story", (story) =>
      story.tagList === undefined ? story : { ...story, tagList: change(asList(story.tagList).map(String)) },
    ),
  );

/** Changes the texts of valid requests, except for empty results. */
const inTexts = (operations: readonly string[], envelope: string, change: (text: string, name: string) => Json) =>
  inValidRequests(operations, (body) =>
    within(body, envelope, (sent) =>
      Object.fromEntries(
        Object.entries(sent).map(([name, value]) => [
          name,
          typeof value === "string" && value !== "" ? change(value, name) || value : value,
        ]),
      ),
    ),
  );

/** Writes every time of a response in another way. */
const inTimes = (write: (time: Date) => string) =>
  showing(TIMED, ({ createdAt, updatedAt, ...shown }) => ({
    ...shown,
    createdAt: write(new Date(String(createdAt))),
    ...(updatedAt === undefined ? {} : { updatedAt: write(new Date(String(updatedAt))) }),
  }));

/** Gives each new story a slug of another form. */
function withSlugs(slugOf: (title: string, number: number) => string): Respond<StoriesState> {
  return async (_, next, { operation, state }) => {
    const response = await next();
    if (operation !== "createStory" || !isSuccess(response)) return response;
    const { slug, title } = asObject(asObject(jsonOf(response)).story);
    const to = slugOf(String(title), state.lastStory);
    renameStory(state, String(slug), to);
    return json(response.status, { story: storyOf(state, state.stories.get(to) ?? {}) });
  };
}

/** Gives people other usernames. */
function renamePeople(state: StoriesState, renamed: (name: string) => string): void {
  const set = (names: Set<string>) => new Set([...names].map(renamed));
  const authored = (each: JsonObject) => ({ ...each, author: renamed(String(each.author)) });
  state.me = renamed(state.me);
  state.people = new Map(
    [...state.people].map(([name, person]) => [renamed(name), { ...person, username: renamed(name) }]),
  );
  state.stories = new Map([...state.stories].map(([slug, story]) => [slug, authored(story)]));
  state.comments = state.comments.map(authored);
  state.favorites = new Map([...state.favorites].map(([slug, people]) => [slug, set(people)]));
  state.followers = new Map([...state.followers].map(([name, people]) => [renamed(name), set(people)]));
}

const ODD_NAMES = new Map([
  ["mina", "Mína O’Neil"],
  ["tobias", "tobias.m..2"],
  ["leila", "ليلى"],
  ["ruben", "r/uben 100%+"],
]);

function reversed(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, each]) => [name, each ?? null]),
  );
}

/** Servers that break no statement of stories.yaml. */
export const STORIES_LEGAL: Variation<StoriesState>[] = [
  { title: "follows its document in the plainest way" },
  // Texts and tags.
  {
    title: "trims tags, writes them in small letters, and has each once",
    respond: inTags((tags) =>
      [...new Set(tags.map((tag) => tag.trim().toLowerCase().slice(0, 24)))].filter((tag) => tag !== ""),
    ),
  },
  { title: "sorts the tags of a story", respond: inTags((tags) => tags.toSorted()) },
  {
    title: "writes Markdown in its own way",
    respond: inTexts(["createStory", "updateStory"], "story", (text, name) =>
      name === "body" ? text.replaceAll("\r\n", "\n").replaceAll("*", "_").trim() : text,
    ),
  },
  {
    title: "has white space once between the words of titles, descriptions and comments",
    respond: async (request, next, context) => {
      const change = (text: string) => text.trim().replace(/\s+/g, " ");
      const inStories = inTexts(["createStory", "updateStory"], "story", (text, name) =>
        /^(title|description)$/.test(name) ? change(text) : text,
      );
      const inComments = inTexts(["createComment"], "comment", change);
      return inStories(
        request,
        async (changed = request) => inComments(changed, (last = changed) => next(last), context),
        context,
      );
    },
  },
  {
    title: "writes email addresses in small letters, and has null for an empty biography",
    respond: inValidRequests(["updateUser"], (body) =>
      within(body, "user", (user) => ({
        ...user,
        ...(typeof user.email === "string" ? { email: user.email.toLowerCase() } : {}),
        ...(user.bio === "" ? { bio: null } : {}),
      })),
    ),
  },
  {
    title: "copies pictures, and sends the addresses of its copies",
    respond: inTexts(["createStory", "updateStory"], "story", (text, name) =>
      name === "coverImage" ? `https://copies.example.org/${encodeURIComponent(text).length}` : text,
    ),
  },
  {
    title: "computes the reading time of stories that are published without one",
    respond: storing("createStory", (story) => ({
      ...story,
      readingMinutes: story.readingMinutes ?? 1 + Math.floor(String(story.body).length / 1000),
    })),
  },
  // Slugs, names and ids.
  {
    title: "makes slugs with a year, capitals, underscores and tildes",
    respond: withSlugs((title, number) => `2026.${(title.match(/\w+/g) ?? []).join("_").slice(0, 80)}~${number}`),
  },
  { title: "has numbers as slugs", respond: withSlugs((_, number) => String(7_000_000_000_000 + number)) },
  {
    title: "begins slugs with a dot, and ends them with a hyphen",
    respond: withSlugs((_, number) => `.s-${number}-`),
  },
  {
    title: "has usernames with dots, spaces, slashes, signs and letters of other alphabets",
    prepare: (state) => renamePeople(state, (name) => ODD_NAMES.get(name) ?? name),
  },
  {
    title: "numbers new comments from nine quadrillions",
    prepare: (state) => {
      state.lastComment = 9_000_000_000_000_000;
    },
  },
  {
    title: "numbers the comments on each story from one",
    prepare: (state) => {
      const slugs = state.comments.map(({ slug }) => slug);
      const before = (index: number) => slugs.slice(0, index).filter((slug) => slug === slugs[index]).length;
      state.comments = state.comments.map((comment, index) => ({ ...comment, id: before(index) + 1 }));
    },
    respond: async (request, next, context) => {
      const response = await next();
      const { state, memory, name } = sentIn(request, context);
      if (context.operation !== "createComment" || !isSuccess(response)) return response;
      const { id } = asObject(asObject(jsonOf(response)).comment);
      const others = state.comments.filter((comment) => comment.slug === name && comment.id !== id);
      const last = Math.max(0, memory.get(name) ?? 0, ...others.map((comment) => Number(comment.id)));
      memory.set(name, last + 1);
      state.comments = state.comments.map((comment) =>
        comment.id === id && comment.slug === name ? { ...comment, id: last + 1 } : comment,
      );
      return changeJson(response, (body) => within(asObject(body), "comment", (shown) => ({ ...shown, id: last + 1 })));
    },
  },
  // Forms of responses.
  { title: "sends times without fractions", respond: inTimes((time) => time.toISOString().replace(/\.\d+/, "")) },
  {
    title: "sends times with six digits of a second and another time zone",
    respond: inTimes((time) => new Date(time.valueOf() + 7_200_000).toISOString().replace("Z", "000+02:00")),
  },
  {
    title: "sends fields in another order",
    respond: inEveryResponse((response) => changeJson(response, (body) => everywhere(body, reversed))),
  },
  {
    title: "sends fields that the document does not have",
    respond: inEveryResponse((response) =>
      changeJson(response, (body) =>
        everywhere(body, (value) =>
          isObject(value) && !isErrors(value) ? { ...value, href: null, revision: [2, { of: 3 }] } : value,
        ),
      ),
    ),
  },
  {
    title: "counts the views of each story",
    respond: showing(["getStory"], (story, { count }) => ({ ...story, views: count })),
  },
  {
    title: "omits cover images that are null",
    respond: showing(STORY, (story) => (story.coverImage === null ? without(story, "coverImage") : story)),
  },
  {
    title: "sends several messages for each error, by JSON pointers",
    respond: inEveryResponse((response) =>
      isSuccess(response) || jsonOf(response) === undefined
        ? response
        : json(response.status, { errors: { "/": ["is wrong", "E-17"], "/story/title": ["see the documentation"] } }),
    ),
  },
  {
    title: "sends JSON with a charset",
    respond: inEveryResponse((response) =>
      response.headers["Content-Type"] === undefined
        ? response
        : { ...response, headers: { "Content-Type": "application/json; charset=utf-8" } },
    ),
  },
  // Lists and data.
  {
    title: "has at most seven stories on a page",
    respond: withAtMost(7, "listStories", { parameter: "limit", usual: 20, maximum: 50 }),
  },
  {
    title: "lists tags in another order each time",
    respond: (request, next, context) =>
      inBodies(["listTags"], ({ tags }) => {
        const all = asList(tags);
        const at = context.count % Math.max(1, all.length);
        return { tags: [...all.slice(at), ...all.slice(0, at)] };
      })(request, next, context),
  },
  {
    title: "has no stories and no comments at first",
    prepare: (state) => {
      state.stories.clear();
      state.favorites.clear();
      state.comments = [];
    },
  },
  {
    title: "has one person, who has written nothing",
    prepare: (state) => {
      state.people = new Map([...state.people].filter(([name]) => name === state.me));
      for (const map of [state.stories, state.favorites, state.followers]) map.clear();
      state.comments = [];
    },
  },
  {
    title: "has stories of other people only, without tags",
    prepare: (state) => {
      const others = [...state.stories].filter(([, { author }]) => author !== state.me);
      state.stories = new Map(others.map(([slug, story]) => [slug, { ...story, tagList: [] }]));
      state.comments = state.comments.filter(({ slug }) => state.stories.has(String(slug)));
    },
  },
  ...STORIES_LEGAL_RULES,
  ...STORIES_LEGAL_LATER,
];

/** Whether an object has messages by field. A further field would have to be a list of messages. */
function isErrors(value: JsonObject): boolean {
  return Object.values(value).every((each) => Array.isArray(each) && each.every((text) => typeof text === "string"));
}
