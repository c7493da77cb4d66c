import { isSuccess } from "../change.js";
import type { Variation } from "../service.js";
import type { StoriesState } from "./state.js";
import { after, changeStory, forgets, listing, restore, sentIn, showing, storing, storyBefore } from "./variations.js";

const STORIES = ["getStory", "listStories"];

/** The people who have a story as a favorite. */
function peopleOf({ favorites }: StoriesState, slug: string): Set<string> {
  const people = favorites.get(slug) ?? new Set<string>();
  favorites.set(slug, people);
  return people;
}

/** Servers whose favorites and archive do not change as confirmed, or change something else too. */
export const ACTION_FAULTS: Variation<StoriesState>[] = [
  // Favorites.
  { title: "forgets favorites, which it confirms", needsTwo: true, respond: forgets("favoriteStory") },
  {
    title: "keeps favorites whose removal it confirms",
    needsTwo: true,
    respond: forgets("unfavoriteStory"),
  },
  {
    title: "shows no story as a favorite when it is retrieved",
    needsTwo: true,
    respond: showing(["getStory"], (story) => ({ ...story, favorited: false })),
  },
  {
    title: "does not count the own favorite when stories that others have as a favorite too are read",
    needsTwo: true,
    respond: showing(STORIES, (story) => ({
      ...story,
      favoritesCount: Number(story.favoritesCount) - (story.favorited && Number(story.favoritesCount) > 1 ? 1 : 0),
    })),
  },
  {
    title: "counts the own favorite twice",
    needsTwo: true,
    respond: showing(["favoriteStory", "unfavoriteStory", ...STORIES], (story) => ({
      ...story,
      favoritesCount: Number(story.favoritesCount) + (story.favorited ? 1 : 0),
    })),
  },
  {
    title: "removes the favorite of another person when the story is not an own favorite",
    needsTwo: true,
    respond: storing("unfavoriteStory", (story, { state, before }) => {
      const people = peopleOf(state, String(story.slug));
      const [other = ""] = people;
      if (!peopleOf(before, String(story.slug)).has(state.me)) people.delete(other);
      return story;
    }),
  },
  {
    title: "makes the story that was published before a favorite too",
    needsTwo: true,
    respond: after("favoriteStory", ({ state, name }) => {
      peopleOf(state, String(storyBefore(state, name).slug)).add(state.me);
    }),
  },
  {
    title: "removes every own favorite with the requested one",
    needsTwo: true,
    respond: after("unfavoriteStory", ({ state }) => {
      for (const people of state.favorites.values()) people.delete(state.me);
    }),
  },
  {
    title: "confirms a favorite with a story that is not one",
    respond: showing(["favoriteStory"], (story) => ({ ...story, favorited: false })),
  },
  {
    title: "sends another story than the one that becomes a favorite",
    respond: (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const path = `/stories/${storyBefore(state, name).slug}/favorite`;
      const isKnown = context.operation === "favoriteStory" && state.stories.has(name);
      return next(isKnown ? { ...request, path } : request);
    },
  },
  {
    title: "calls a story changed when it becomes a favorite",
    needsTwo: true,
    respond: storing("favoriteStory", (story, { state }) => ({
      ...story,
      updatedAt: new Date(state.clock + 500).toISOString(),
    })),
  },
  {
    title: "makes its own stories favorites in the response only",
    needsTwo: true,
    respond: after("favoriteStory", ({ state, before, name }) => {
      if (state.stories.get(name)?.author === state.me) restore(state, before);
    }),
  },
  // The archive.
  { title: "archives nothing, although it confirms it", needsTwo: true, respond: forgets("archiveStory") },
  {
    title: "leaves a story in the archive, although it confirms its return",
    needsTwo: true,
    respond: forgets("unarchiveStory"),
  },
  {
    title: "confirms the archiving of a story with a published story",
    respond: showing(["archiveStory"], (story) => ({ ...story, status: "published" })),
  },
  {
    title: "removes the tags of an archived story",
    needsTwo: true,
    respond: storing("archiveStory", (story) => ({ ...story, tagList: [] })),
  },
  {
    title: "does not find archived stories",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const isArchived = context.operation === "getStory" && state.stories.get(name)?.status === "archived";
      return next(isArchived ? { ...request, path: "/stories/none" } : request);
    },
  },
  {
    title: "does not list stories that were archived, although it says that it does",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      const { memory, name } = sentIn(request, context);
      if (context.operation === "archiveStory" && isSuccess(response)) memory.set(name, 1);
      return listing("listStories", (items, _, total) => {
        const kept = items.filter(({ slug }) => !memory.has(String(slug)));
        return { items: kept, total: total - items.length + kept.length };
      })(request, async () => response, context);
    },
  },
  {
    title: "archives every story of the author",
    needsTwo: true,
    respond: after("archiveStory", ({ state }) => {
      for (const [slug, { author }] of [...state.stories])
        if (author === state.me) changeStory(state, slug, (story) => ({ ...story, status: "archived" }));
    }),
  },
  {
    title: "deletes the comments on a story that is archived",
    needsTwo: true,
    respond: after("archiveStory", ({ state, name }) => {
      state.comments = state.comments.filter(({ slug }) => slug !== name);
    }),
  },
  {
    title: "clears the favorites of a story that returns from the archive",
    needsTwo: true,
    respond: storing("unarchiveStory", (story, { state }) => {
      state.favorites.set(String(story.slug), new Set());
      return story;
    }),
  },
  {
    title: "archives the stories of other people although it rejects it with 403",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      const { state, name } = sentIn(request, context);
      if (context.operation === "archiveStory" && response.status === 403)
        changeStory(state, name, (story) => ({ ...story, status: "archived" }));
      return response;
    },
  },
];
