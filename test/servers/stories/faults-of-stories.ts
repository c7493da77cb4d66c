import { isSuccess } from "../change.js";
import { json, type Variation } from "../service.js";
import { now, type StoriesState, slugOf, storyOf, tagsOf } from "./state.js";
import { after, changeStory, forgets, sentIn, showing, storing, storyBefore } from "./variations.js";

/** The stories that a server showed, by server and path. */
const shownFirst = new WeakMap<StoriesState, Map<string, string>>();

/** The tags of a new server. */
const firstTags = new WeakMap<StoriesState, string[]>();

/** Servers that lose, mix up or invent stories when one is published or read. */
export const STORY_FAULTS: Variation<StoriesState>[] = [
  // Publication.
  { title: "forgets published stories", needsTwo: true, respond: forgets("createStory") },
  {
    title: "sends a slug without its suffix for a published story, and finds the story at the full slug only",
    needsTwo: true,
    respond: showing(["createStory"], (story) => ({ ...story, slug: String(story.slug).replace(/-[^-]*$/, "") })),
  },
  {
    title: "publishes the second story with a title in place of the first one",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, sent } = sentIn(request, context);
      const same = [...state.stories.values()].find(({ title, author }) => title === sent.title && author === state.me);
      if (context.operation !== "createStory" || !same || (await context.violation())) return next();
      const story = { ...same, ...sent };
      state.stories.set(String(same.slug), story);
      return json(201, { story: storyOf(state, story) });
    },
  },
  {
    title: "stores a published story without its tags",
    needsTwo: true,
    respond: after("createStory", ({ state, shown }) =>
      changeStory(state, String(shown.slug), (story) => ({ ...story, tagList: [] })),
    ),
  },
  {
    title: "stores the first 200 characters of a body only",
    needsTwo: true,
    respond: after("createStory", ({ state, shown }) =>
      changeStory(state, String(shown.slug), (story) => ({ ...story, body: String(story.body).slice(0, 200) })),
    ),
  },
  {
    title: "stores the description of a published story as its body too",
    needsTwo: true,
    respond: after("createStory", ({ state, shown }) =>
      changeStory(state, String(shown.slug), (story) => ({ ...story, body: story.description ?? "" })),
    ),
  },
  {
    title: "publishes stories in the name of another person",
    needsTwo: true,
    respond: storing("createStory", (story) => ({ ...story, author: "leila" })),
  },
  {
    title: "publishes a story although it rejects it because a field is missing",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, sent } = sentIn(request, context);
      const violation = await context.violation();
      if (context.operation !== "createStory" || violation?.kind !== "body" || violation.keyword !== "required")
        return next();
      state.lastStory += 1;
      const title = typeof sent.title === "string" ? sent.title : "Untitled";
      const slug = slugOf(title, state.lastStory);
      const createdAt = now(state);
      const defaults = { description: "-", body: "-", tagList: [], language: "en", coverImage: null };
      const story = { slug, title, ...defaults, status: "published", createdAt, updatedAt: createdAt };
      state.stories.set(slug, { ...story, author: state.me });
      return next();
    },
  },
  {
    title: "does not add the tags of published stories to its list of tags",
    needsTwo: true,
    prepare: (state) => firstTags.set(state, tagsOf(state)),
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      return operation === "listTags" && isSuccess(response)
        ? json(200, { tags: firstTags.get(state) ?? [] })
        : response;
    },
  },
  // Reading.
  {
    title: "shows the text of the story before under the slug of a story",
    needsTwo: true,
    respond: showing(["getStory"], (story, { state }) => {
      const { title = "", description = "", body = "" } = storyBefore(state, String(story.slug));
      return { ...story, title, description, body };
    }),
  },
  {
    title: "shows the oldest story for the slugs of all stories by other people",
    respond: (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const [oldest = ""] = state.stories.keys();
      const { author = state.me } = state.stories.get(name) ?? {};
      return next(
        context.operation === "getStory" && author !== state.me ? { ...request, path: `/stories/${oldest}` } : request,
      );
    },
  },
  {
    title: "shows the newest story for slugs that do not exist",
    respond: async (_, next, { operation, state, violation }) => {
      const response = await next();
      const isUnknown = operation === "getStory" && response.status === 404 && !(await violation());
      const newest = [...state.stories.values()].at(-1) ?? {};
      return isUnknown ? json(200, { story: storyOf(state, newest) }) : response;
    },
  },
  {
    title: "shows each story as it was when it was first retrieved",
    needsTwo: true,
    respond: async (request, next, { operation, state }) => {
      const response = await next();
      if (operation !== "getStory" || !isSuccess(response)) return response;
      const bodies = shownFirst.get(state) ?? new Map<string, string>();
      shownFirst.set(state, bodies);
      const body = bodies.get(request.path) ?? String(response.body);
      bodies.set(request.path, body);
      return { ...response, body };
    },
  },
  {
    title: "shows another time of creation at each retrieval",
    needsTwo: true,
    respond: showing(["getStory"], (story, { count }) => ({
      ...story,
      createdAt: new Date(Date.parse(String(story.createdAt)) + count * 1000).toISOString(),
    })),
  },
  {
    title: "has no cover images when a story is retrieved, although it lists them",
    needsTwo: true,
    respond: showing(["getStory"], (story) => ({ ...story, coverImage: null })),
  },
  {
    title: "does not find the stories with a language other than English, which it lists",
    needsTwo: true,
    respond: (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const isForeign = state.stories.has(name) && state.stories.get(name)?.language !== "en";
      return next(context.operation === "getStory" && isForeign ? { ...request, path: "/stories/none" } : request);
    },
  },
];
