import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Subject } from "../run.js";
import { empty, json, type ReadRequest, Rejection, type ServedResponse, type Service } from "../service.js";
import { commentOf, now, profileOf, type StoriesState, seed, slugOf, storyOf, tagsOf } from "./state.js";

/** The value of the header `Authorization`. */
export const KEY = "Token 5f0c-stories-1618";

const STORY_FIELDS = ["title", "description", "body", "tagList", "language", "readingMinutes", "coverImage"];
const USER_FIELDS = ["email", "bio", "image", "newsletter"];

/** An error of stories.yaml. */
export function storiesError(status: number, field: string, message: string): ServedResponse {
  return json(status, { errors: { [field]: [message] } });
}

/** Rejects a request. The message begins with the field, or with a pointer to it. */
function reject(status: number, message: string): ServedResponse {
  if (status === 401) return storiesError(401, "token", "is missing or wrong");
  const field = /^(?:\/\w+)*?\/?([a-z]\w*)(?:\/\d+)? /.exec(message)?.[1] ?? "request";
  return storiesError(status === 400 ? 422 : status, field, message);
}

/** The fields of an object that a client may set. */
function settable(sent: Json | undefined, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(asObject(sent)).filter(([name]) => names.includes(name)));
}

function found({ path }: ReadRequest, { stories }: StoriesState): JsonObject {
  const story = stories.get(String(path.slug));
  if (!story) throw new Rejection(404, "story was not found");
  return story;
}

function own(request: ReadRequest, state: StoriesState): JsonObject {
  const story = found(request, state);
  if (story.author !== state.me) throw new Rejection(403, "story belongs to another person");
  return story;
}

function foundPerson({ path }: ReadRequest, { people }: StoriesState): string {
  const username = String(path.username);
  if (!people.has(username)) throw new Rejection(404, "person was not found");
  return username;
}

function stored(state: StoriesState, story: JsonObject): JsonObject {
  state.stories.set(String(story.slug), story);
  return { story: storyOf(state, story) };
}

function follow(request: ReadRequest, state: StoriesState, follows: boolean): ServedResponse {
  const username = foundPerson(request, state);
  if (username === state.me) throw new Rejection(422, "username is your own");
  const followers = new Set(state.followers.get(username));
  if (follows) followers.add(state.me);
  else followers.delete(state.me);
  state.followers.set(username, followers);
  return json(200, { profile: profileOf(state, username) });
}

function favorite(request: ReadRequest, state: StoriesState, isFavorite: boolean): ServedResponse {
  const story = found(request, state);
  const people = new Set(state.favorites.get(String(story.slug)));
  if (isFavorite) people.add(state.me);
  else people.delete(state.me);
  state.favorites.set(String(story.slug), people);
  return json(200, { story: storyOf(state, story) });
}

function setStatus(request: ReadRequest, state: StoriesState, status: string): ServedResponse {
  const story = own(request, state);
  if (story.status === status) throw new Rejection(409, `status is ${status} already`);
  return json(200, stored(state, { ...story, status }));
}

const STORIES: Service<StoriesState> = {
  file: "stories/stories.yaml",
  createState: seed,
  isAuthorized: ({ security }, { headers: { authorization } }) =>
    authorization === KEY || (authorization === undefined && security.some((schemes) => schemes.length === 0)),
  reject,
  handlers: {
    getUser: (_, { people, me }) => json(200, { user: people.get(me) ?? {} }),
    updateUser({ body }, { people, me }) {
      const sent = settable(asObject(body).user, USER_FIELDS);
      const isTaken = [...people.values()].some(({ email, username }) => email === sent.email && username !== me);
      if (isTaken) throw new Rejection(409, "email belongs to another person");
      people.set(me, { ...people.get(me), ...sent });
      return json(200, { user: people.get(me) ?? {} });
    },
    getProfile: (request, state, { headers }) =>
      json(200, { profile: profileOf(state, foundPerson(request, state), headers.authorization ? state.me : "") }),
    followPerson: (request, state) => follow(request, state, true),
    unfollowPerson: (request, state) => follow(request, state, false),
    listStories({ query }, state) {
      const { tag, author, favorited, status, limit = 20, offset = 0 } = query;
      const matches = [...state.stories.values()].filter(
        (story) =>
          (tag === undefined || asList(story.tagList).includes(tag)) &&
          (author === undefined || story.author === author) &&
          (status === undefined || story.status === status) &&
          (favorited === undefined || state.favorites.get(String(story.slug))?.has(String(favorited)) === true),
      );
      const page = matches.toReversed().slice(Number(offset), Number(offset) + Number(limit));
      return json(200, { stories: page.map((story) => storyOf(state, story)), storiesCount: matches.length });
    },
    createStory({ body }, state) {
      const sent = settable(asObject(body).story, STORY_FIELDS);
      state.lastStory += 1;
      const slug = slugOf(String(sent.title), state.lastStory);
      const createdAt = now(state);
      const defaults = { tagList: [], language: "en", coverImage: null, status: "published" };
      return json(
        201,
        stored(state, { slug, ...defaults, ...sent, createdAt, updatedAt: createdAt, author: state.me }),
      );
    },
    getStory: (request, state) => json(200, { story: storyOf(state, found(request, state)) }),
    updateStory(request, state) {
      const sent = settable(asObject(request.body).story, STORY_FIELDS);
      return json(200, stored(state, { ...own(request, state), ...sent, updatedAt: now(state) }));
    },
    deleteStory(request, state) {
      const { slug } = own(request, state);
      state.stories.delete(String(slug));
      state.favorites.delete(String(slug));
      state.comments = state.comments.filter((comment) => comment.slug !== slug);
      return empty(204);
    },
    favoriteStory: (request, state) => favorite(request, state, true),
    unfavoriteStory: (request, state) => favorite(request, state, false),
    archiveStory: (request, state) => setStatus(request, state, "archived"),
    unarchiveStory: (request, state) => setStatus(request, state, "published"),
    listComments(request, state) {
      const { slug } = found(request, state);
      const comments = state.comments.filter((comment) => comment.slug === slug).toReversed();
      return json(200, { comments: comments.map((comment) => commentOf(state, comment)) });
    },
    createComment(request, state) {
      const { slug = "" } = found(request, state);
      const { body = "" } = asObject(asObject(request.body).comment);
      state.lastComment += 1;
      const comment = { id: state.lastComment, slug, body, createdAt: now(state), author: state.me };
      state.comments.push(comment);
      return json(201, { comment: commentOf(state, comment) });
    },
    deleteComment(request, state) {
      const { slug } = found(request, state);
      const comment = state.comments.find((each) => each.slug === slug && each.id === request.path.id);
      if (!comment) throw new Rejection(404, "comment was not found");
      if (comment.author !== state.me) throw new Rejection(403, "comment belongs to another person");
      state.comments = state.comments.filter((each) => each !== comment);
      return empty(204);
    },
    listTags: (_, state) => json(200, { tags: tagsOf(state) }),
  },
};

export const stories: Subject<StoriesState> = {
  service: STORIES,
  key: KEY,
  values: {},
  settle: 700,
  allowed: ["updateUser"],
};
