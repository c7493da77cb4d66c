import { asList } from "#openapi/document/document.js";
import { isSuccess } from "../change.js";
import { empty, json, type Variation } from "../service.js";
import { type StoriesState, storyOf } from "./state.js";
import { after, changeStory, forgets, restore, sentIn, storing, storyBefore } from "./variations.js";

/** Servers that do something else than they confirm when a story is changed or deleted. */
export const CHANGE_FAULTS: Variation<StoriesState>[] = [
  // Changes.
  { title: "forgets changes of stories", needsTwo: true, respond: forgets("updateStory") },
  {
    title: "removes the tags of a story when other fields are changed",
    needsTwo: true,
    respond: storing("updateStory", (story, { sent }) =>
      sent.tagList === undefined ? { ...story, tagList: [] } : story,
    ),
  },
  {
    title: "resets the language of a changed story to English if the change has none",
    needsTwo: true,
    respond: storing("updateStory", (story, { sent }) =>
      sent.language === undefined ? { ...story, language: "en" } : story,
    ),
  },
  {
    title: "stores a new title as the description too",
    needsTwo: true,
    respond: after("updateStory", ({ state, name, sent: { title } }) =>
      changeStory(state, name, (story) => (title === undefined ? story : { ...story, description: title })),
    ),
  },
  {
    title: "adds the tags of a change to the stored ones",
    needsTwo: true,
    respond: after("updateStory", ({ state, before, name, sent }) => {
      const tags = [...asList(before.stories.get(name)?.tagList), ...asList(sent.tagList)];
      if (sent.tagList !== undefined) changeStory(state, name, (story) => ({ ...story, tagList: [...new Set(tags)] }));
    }),
  },
  {
    title: "changes the story that was published before the requested one",
    needsTwo: true,
    respond: after("updateStory", ({ state, before, name, sent }) => {
      restore(state, before);
      changeStory(state, String(storyBefore(state, name).slug), (story) => ({ ...story, ...sent }));
    }),
  },
  {
    title: "changes every story of the author with the requested one",
    needsTwo: true,
    respond: after("updateStory", ({ state, sent }) => {
      for (const [slug, story] of [...state.stories])
        if (story.author === state.me) state.stories.set(slug, { ...story, ...sent });
    }),
  },
  {
    title: "keeps the time of the last change when a story is changed",
    needsTwo: true,
    respond: storing("updateStory", (story, { before }) => ({
      ...story,
      updatedAt: before.stories.get(String(story.slug))?.updatedAt ?? "",
    })),
  },
  {
    title: "moves the time of creation when a story is changed",
    needsTwo: true,
    respond: storing("updateStory", (story) => ({ ...story, createdAt: story.updatedAt ?? "" })),
  },
  {
    title: "does not store a changed language, which its response has",
    needsTwo: true,
    respond: after("updateStory", ({ state, before, name }) =>
      changeStory(state, name, (story) => ({ ...story, language: before.stories.get(name)?.language ?? "en" })),
    ),
  },
  {
    title: "publishes an archived story again when its text is changed",
    needsTwo: true,
    respond: storing("updateStory", (story) => ({ ...story, status: "published" })),
  },
  {
    title: "sends a changed story as it was before",
    respond: async (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const before = storyOf(state, state.stories.get(name) ?? {});
      const response = await next();
      return context.operation === "updateStory" && isSuccess(response) ? json(200, { story: before }) : response;
    },
  },
  {
    title: "stores the valid title of a change that it rejects because of another field",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, name, sent } = sentIn(request, context);
      const violation = await context.violation();
      const { title } = sent;
      const isTitled = typeof title === "string" && title !== "" && violation?.place !== "/story/title";
      if (context.operation === "updateStory" && violation?.kind === "body" && isTitled)
        changeStory(state, name, (story) => ({ ...story, title }));
      return next();
    },
  },
  {
    title: "changes the stories of other people although it rejects the change with 403",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      const { state, name, sent } = sentIn(request, context);
      if (context.operation === "updateStory" && response.status === 403)
        changeStory(state, name, (story) => ({ ...story, ...sent }));
      return response;
    },
  },
  {
    title: "deletes the comments on a story when the story is changed",
    needsTwo: true,
    respond: after("updateStory", ({ state, name }) => {
      state.comments = state.comments.filter(({ slug }) => slug !== name);
    }),
  },
  // Deletion.
  { title: "deletes no story", needsTwo: true, respond: forgets("deleteStory") },
  {
    title: "deletes the story before the requested one",
    needsTwo: true,
    respond: after("deleteStory", ({ state, before, name }) => {
      restore(state, before);
      state.stories.delete(String(storyBefore(state, name).slug));
    }),
  },
  {
    title: "deletes another story with each story",
    needsTwo: true,
    respond: after("deleteStory", ({ state, before, name }) => {
      state.stories.delete(String(storyBefore(before, name).slug));
    }),
  },
  {
    title: "deletes the stories of other people although it rejects the deletion with 403",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      const { state, name } = sentIn(request, context);
      if (context.operation === "deleteStory" && response.status === 403) state.stories.delete(name);
      return response;
    },
  },
  {
    title: "confirms the deletion of a story that is already deleted",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { memory, name } = sentIn(request, context);
      const response = await next();
      if (context.operation !== "deleteStory") return response;
      if (response.status === 204) memory.set(name, 1);
      return response.status === 404 && memory.has(name) ? empty(204) : response;
    },
  },
  {
    title: "deletes archived stories in its response only",
    needsTwo: true,
    respond: after("deleteStory", ({ state, before, name }) => {
      if (before.stories.get(name)?.status === "archived") restore(state, before);
    }),
  },
  {
    title: "still lists a deleted story, which it does not find",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { memory, name } = sentIn(request, context);
      if (memory.has(name))
        return next({ ...request, path: request.path.replace(/^\/stories\/[^/]+/, "/stories/none") });
      const response = await forgets("deleteStory")(request, next, context);
      if (context.operation === "deleteStory" && isSuccess(response)) memory.set(name, 1);
      return response;
    },
  },
];
