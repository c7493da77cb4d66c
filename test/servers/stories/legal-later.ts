import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inSuccesses, isSuccess, type Respond, within } from "../change.js";
import { json, type Variation } from "../service.js";
import { storiesError } from "./service.js";
import { now, type StoriesState, slugOf, storyOf } from "./state.js";
import { after, listing, sentIn, showing } from "./variations.js";

const READS = ["getStory", "listStories"];

/** A story as it was, which a server still shows for a time. */
interface Stale {
  until: number;
  story: JsonObject;
}

/** The earlier state of stories, by server and slug. */
const stale = new WeakMap<StoriesState, Map<string, Stale>>();

/** The earlier state of the stories that is still shown. */
function staleOf(state: StoriesState): Map<string, Stale> {
  const all = stale.get(state) ?? new Map<string, Stale>();
  stale.set(state, all);
  return new Map([...all].filter(([, { until }]) => until > Date.now()));
}

/** Shows the earlier state of a story for 300 ms after an operation. */
function showsLater(operation: string, shownFor300ms: (now: JsonObject, before: JsonObject) => JsonObject) {
  const respond: Respond<StoriesState> = async (request, next, context) => {
    const { state, name } = sentIn(request, context);
    const story = state.stories.get(name);
    const before = story ? storyOf(state, story) : undefined;
    const response = await next();
    if (context.operation === operation && isSuccess(response) && before) {
      const earlier = staleOf(state);
      stale.set(state, earlier.set(name, { until: Date.now() + 300, story: before }));
    }
    const seen = staleOf(state);
    return showing(READS, (shown) => {
      const { story: earlier } = seen.get(String(shown.slug)) ?? {};
      return earlier ? shownFor300ms(shown, earlier) : shown;
    })(request, async () => response, context);
  };
  return respond;
}

/** Notes when an object that an operation creates becomes visible. */
function notes(operation: string, keyOf: (shown: JsonObject) => string): Respond<StoriesState> {
  return after(operation, ({ memory, shown }) => memory.set(keyOf(shown), Date.now() + 300));
}

/** Leaves the objects out of a list that are not visible yet. */
const visible = (operation: string, keyOf: (shown: JsonObject) => string) =>
  listing(operation, (items, { memory }, total) => {
    const shown = items.filter((item) => (memory.get(keyOf(item)) ?? 0) <= Date.now());
    return { items: shown, ...(operation === "listStories" ? { total: total - items.length + shown.length } : {}) };
  });

/** One variation around another one. */
const both =
  (outer: Respond<StoriesState>, inner: Respond<StoriesState>): Respond<StoriesState> =>
  (request, next, context) =>
    outer(request, (changed = request) => Promise.resolve(inner(changed, next, context)), context);

const keyOfStory = ({ slug }: JsonObject) => `story ${slug}`;
const keyOfComment = ({ id }: JsonObject) => `comment ${id}`;

/** Publishes a story of another person. */
function publishes(state: StoriesState, author: string): void {
  state.lastStory += 1;
  const title = `News, number ${state.lastStory}`;
  const slug = slugOf(title, state.lastStory);
  const createdAt = now(state);
  const text = { title, description: "Today.", body: "Nothing new.", tagList: ["news"], language: "en" };
  const times = { createdAt, updatedAt: createdAt };
  state.stories.set(slug, { slug, ...text, coverImage: null, status: "published", ...times, author });
}

/** Servers that show changes a little later, or that other people change meanwhile. */
export const STORIES_LEGAL_LATER: Variation<StoriesState>[] = [
  {
    title: "lists a published story 300 ms later",
    respond: both(notes("createStory", keyOfStory), visible("listStories", keyOfStory)),
    waits: true,
  },
  {
    title: "finds and lists a published story 300 ms later",
    respond: both(
      both(notes("createStory", keyOfStory), visible("listStories", keyOfStory)),
      async (request, next, context) => {
        const { memory, name } = sentIn(request, context);
        const isEarly = context.operation === "getStory" && (memory.get(`story ${name}`) ?? 0) > Date.now();
        return isEarly ? storiesError(404, "story", "was not found") : next();
      },
    ),
    waits: true,
  },
  {
    title: "lists a new comment 300 ms later",
    respond: both(notes("createComment", keyOfComment), visible("listComments", keyOfComment)),
    waits: true,
  },
  {
    title: "shows a changed story 300 ms later",
    respond: showsLater("updateStory", (_, before) => before),
    waits: true,
  },
  {
    title: "counts a favorite 300 ms later",
    respond: showsLater("favoriteStory", (story, { favoritesCount = 0 }) => ({ ...story, favoritesCount })),
    waits: true,
  },
  {
    title: "shows 300 ms later that a story is not a favorite any more",
    respond: showsLater("unfavoriteStory", (story, { favorited = true, favoritesCount = 0 }) => ({
      ...story,
      favorited,
      favoritesCount,
    })),
    waits: true,
  },
  {
    title: "shows the archiving of a story 300 ms later",
    respond: showsLater("archiveStory", (story, { status = "published" }) => ({ ...story, status })),
    waits: true,
  },
  {
    title: "shows in the stories of a person 300 ms later that the person is followed",
    respond: both(
      after("followPerson", ({ memory, name }) => memory.set(`follow ${name}`, Date.now() + 300)),
      showing(READS, (story, { memory }) =>
        within(story, "author", (author) =>
          (memory.get(`follow ${author.username}`) ?? 0) > Date.now() ? { ...author, following: false } : author,
        ),
      ),
    ),
    waits: true,
  },
  {
    title: "still shows a deleted story for 300 ms",
    respond: async (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const story = state.stories.get(name);
      const response = await next();
      if (context.operation === "deleteStory" && isSuccess(response) && story)
        stale.set(state, staleOf(state).set(name, { until: Date.now() + 300, story: storyOf(state, story) }));
      const { story: shown } = staleOf(state).get(name) ?? {};
      const isShown = context.operation === "getStory" && response.status === 404 && shown;
      return isShown ? json(200, { story: shown }) : response;
    },
    waits: true,
  },
  {
    title: "lists the tags of a published story 300 ms later",
    respond: both(
      after("createStory", ({ memory, before, shown }) => {
        const known = [...before.stories.values()].flatMap(({ tagList }) => asList(tagList));
        for (const tag of asList(shown.tagList)) if (!known.includes(tag)) memory.set(`tag ${tag}`, Date.now() + 300);
      }),
      async (request, next, context) =>
        inSuccesses(["listTags"], (response) =>
          changeJson(response, (body) => ({
            tags: asList(asObject(body).tags).filter((tag) => (context.memory.get(`tag ${tag}`) ?? 0) <= Date.now()),
          })),
        )(request, next, context),
    ),
    waits: true,
  },
  // Other people.
  {
    title: "has other people, who publish stories meanwhile",
    respond: (_, next, { state, count }) => {
      if (count % 3 === 0) publishes(state, "ruben");
      return next();
    },
  },
  {
    title: "has other people, who have and remove favorites meanwhile",
    respond: (_, next, { state, count }) => {
      for (const [index, people] of [...state.favorites.values()].entries()) {
        if ((index + count) % 4 === 0) people.add(`reader ${count % 7}`);
        else people.delete(`reader ${(count + 3) % 7}`);
      }
      return next();
    },
  },
  {
    title: "has other people, who comment on stories and follow each other meanwhile",
    respond: (_, next, { state, count }) => {
      const slug = [...state.stories.keys()].at(-1 - (count % 3));
      for (const followers of state.followers.values()) followers.add(`reader ${count}`);
      if (count % 2 === 0 && slug !== undefined) {
        state.lastComment += 1;
        const comment = { id: state.lastComment, slug, body: `I was here ${count}.`, createdAt: now(state) };
        state.comments.push({ ...comment, author: "leila" });
      }
      return next();
    },
  },
  {
    title: "has other people, who delete and change their stories meanwhile",
    respond: (_, next, { state, count }) => {
      const own = [...state.stories].filter(([, { author }]) => author === "tobias" || author === "leila");
      const [slug, story] = own[count % Math.max(1, own.length)] ?? [];
      if (slug === undefined || story === undefined) return next();
      if (count % 9 === 0) state.stories.delete(slug);
      else state.stories.set(slug, { ...story, body: `Edited ${count} times.`, updatedAt: now(state) });
      return next();
    },
  },
];
