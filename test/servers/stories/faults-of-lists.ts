import { asList } from "#openapi/document/document.js";
import { inValidQuery, isSuccess } from "../change.js";
import type { Variation } from "../service.js";
import type { StoriesState } from "./state.js";
import { listing, sentIn, showing, storyBefore } from "./variations.js";

const offsetOf = (query: URLSearchParams) => Number(query.get("offset") ?? 0);
const limitOf = (query: URLSearchParams) => Number(query.get("limit") ?? 20);

/** Reads the offset of valid requests in another way. */
const readingOffset = (read: (offset: number, limit: number) => number) =>
  inValidQuery("listStories", (query) => query.set("offset", String(read(offsetOf(query), limitOf(query)))));

/** Servers whose lists have other items, pages or totals than stories.yaml says. */
export const LIST_FAULTS: Variation<StoriesState>[] = [
  // Pages.
  { title: "ignores the offset", needsTwo: true, respond: readingOffset(() => 0) },
  {
    title: "begins each page but the first one story too early",
    needsTwo: true,
    respond: readingOffset((offset) => Math.max(0, offset - 1)),
  },
  {
    title: "begins each page but the first one story too late",
    needsTwo: true,
    respond: readingOffset((offset) => (offset > 0 ? offset + 1 : 0)),
  },
  {
    title: "reads the offset as the number of a page",
    needsTwo: true,
    respond: readingOffset((offset, limit) => offset * limit),
  },
  {
    title: "rounds the offset down to whole pages",
    needsTwo: true,
    respond: readingOffset((offset, limit) => Math.floor(offset / limit) * limit),
  },
  {
    title: "sends the last page for an offset after the end",
    needsTwo: true,
    respond: async (request, next, context) => {
      const most = Math.max(0, context.state.stories.size - limitOf(request.query));
      return readingOffset((offset) => (offset >= context.state.stories.size ? most : offset))(request, next, context);
    },
  },
  {
    title: "sends an empty page if it would not be full",
    respond: listing("listStories", (items, { query }) => ({ items: items.length < limitOf(query) ? [] : items })),
  },
  { title: "ignores the limit", respond: inValidQuery("listStories", (query) => query.delete("limit")) },
  {
    title: "lists 30 stories without a limit",
    respond: inValidQuery("listStories", (query) => query.has("limit") || query.set("limit", "30")),
  },
  {
    title: "lists the third story of a page twice",
    respond: listing("listStories", (items) => ({ items: [...items.slice(0, 3), ...items.slice(2, -1)] })),
  },
  // Totals.
  {
    title: "counts the stories of the page only",
    needsTwo: true,
    respond: listing("listStories", (items) => ({ items, total: items.length })),
  },
  {
    title: "counts all stories, whatever the filters",
    needsTwo: true,
    respond: listing("listStories", (items, { state }) => ({ items, total: state.stories.size })),
  },
  {
    title: "counts one story too few",
    respond: listing("listStories", (items, _, total) => ({ items, total: Math.max(0, total - 1) })),
  },
  {
    title: "counts the stories that were there before the page too",
    needsTwo: true,
    respond: listing("listStories", (items, { query }, total) => ({ items, total: total + offsetOf(query) })),
  },
  {
    title: "still counts deleted stories",
    needsTwo: true,
    respond: listing("listStories", (items, { state, query }, total) => ({
      items,
      total: /author|tag|status|favorited/.test(String(query)) ? total : state.lastStory,
    })),
  },
  // Order.
  {
    title: "lists the oldest stories first",
    respond: listing("listStories", (items) => ({ items: items.toReversed() })),
  },
  {
    title: "lists the stories of an author by their titles",
    respond: listing("listStories", (items, { query }) => ({
      items: query.has("author")
        ? items.toSorted((one, other) => String(one.title).localeCompare(String(other.title)))
        : items,
    })),
  },
  {
    title: "lists published stories last",
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      if (operation !== "createStory" || !isSuccess(response)) return response;
      const all = [...state.stories];
      state.stories = new Map([...all.slice(-1), ...all.slice(0, -1)]);
      return response;
    },
  },
  // Filters.
  { title: "ignores the tag", respond: inValidQuery("listStories", (query) => query.delete("tag")) },
  { title: "ignores the author", respond: inValidQuery("listStories", (query) => query.delete("author")) },
  {
    title: "ignores the status",
    respond: inValidQuery("listStories", (query) => query.delete("status")),
  },
  {
    title: "ignores whose favorites are requested",
    needsTwo: true,
    respond: inValidQuery("listStories", (query) => query.delete("favorited")),
  },
  {
    title: "does not find a story by a tag other than its first one",
    needsTwo: true,
    respond: listing("listStories", (items, { query }, total) => {
      const kept = items.filter(({ tagList }) => !query.has("tag") || asList(tagList)[0] === query.get("tag"));
      return { items: kept, total: total - (items.length - kept.length) };
    }),
  },
  {
    title: "lists the stories that fit the first filter, and not all of them",
    respond: inValidQuery("listStories", (query) => {
      const [, ...others] = ["tag", "author", "status", "favorited"].filter((name) => query.has(name));
      for (const name of others) query.delete(name);
    }),
  },
  {
    title: "lists the stories of an author without the archived ones, although it lists these without the filter",
    needsTwo: true,
    respond: inValidQuery("listStories", (query) => {
      if (query.has("author") && !query.has("status")) query.set("status", "published");
    }),
  },
  {
    title: "finds nothing by tags that are not a word",
    needsTwo: true,
    respond: inValidQuery("listStories", (query) => {
      if (/\W/.test(query.get("tag") ?? "")) query.set("tag", "none");
    }),
  },
  {
    title: "does not find new favorites by the person who has them",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { memory, name } = sentIn(request, context);
      const response = await next();
      if (context.operation === "favoriteStory" && isSuccess(response)) memory.set(name, 1);
      if (!request.query.has("favorited")) return response;
      return listing("listStories", (items, _, total) => {
        const kept = items.filter(({ slug }) => !memory.has(String(slug)));
        return { items: kept, total: total - (items.length - kept.length) };
      })(request, async () => response, context);
    },
  },
  // Items.
  {
    title: "does not list published stories",
    needsTwo: true,
    respond: listing("listStories", (items, _, total) => {
      const kept = items.filter(({ createdAt }) => String(createdAt) < "2026-02-20");
      return { items: kept, total: total - (items.length - kept.length) };
    }),
  },
  {
    title: "lists the titles of stories in capitals, which it shows in small letters",
    needsTwo: true,
    respond: showing(["listStories"], (story) => ({ ...story, title: String(story.title).toUpperCase() })),
  },
  {
    title: "lists every story as one that is not an own favorite",
    needsTwo: true,
    respond: showing(["listStories"], (story) => ({ ...story, favorited: false })),
  },
  {
    title: "lists each story with the text and tags of the story before it",
    needsTwo: true,
    respond: showing(["listStories"], (story, { state }) => {
      const { slug: _, author: __, createdAt: ___, ...other } = storyBefore(state, String(story.slug));
      return { ...story, ...other };
    }),
  },
  {
    title: "lists every story with the author of the first one on the page",
    needsTwo: true,
    respond: listing("listStories", (items) => ({
      items: items.map((story) => ({ ...story, author: items[0]?.author ?? null })),
    })),
  },
];
