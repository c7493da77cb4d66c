import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, isSuccess, jsonOf, type Respond } from "../change.js";
import { json, type ServedRequest, type ServedResponse, type VariationContext } from "../service.js";
import { type StoriesState, storyOf } from "./state.js";

/** A request to an operation, read without its envelope. */
export interface Sent {
  state: StoriesState;
  memory: Map<string, number>;
  count: number;
  /** The slug or username in the path, decoded; empty if the path has none. */
  name: string;
  /** The id of the comment in the path. */
  id: number;
  query: URLSearchParams;
  /** The object that the request sends, out of its envelope. */
  sent: JsonObject;
}

/** A success of an operation, after the service has handled its request. */
interface Done extends Sent {
  /** The data as it was before the request. */
  before: StoriesState;
  /** The object that the response shows, out of its envelope. */
  shown: JsonObject;
}

/** The object in the envelope of a body. */
function unwrapped(body: ServedRequest | ServedResponse): JsonObject {
  return asObject(Object.values(asObject(jsonOf(body))).find(isObject));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads a request for a variation. */
export function sentIn(request: ServedRequest, context: VariationContext<StoriesState>): Sent {
  const { state, memory, count } = context;
  const [, , name = "", , id] = request.path.split("/");
  return { state, memory, count, name: decoded(name), id: Number(id), query: request.query, sent: unwrapped(request) };
}

/** Takes the data back to an earlier time. Slugs, ids and times that were used stay used. */
export function restore(state: StoriesState, { people, stories, comments, favorites, followers }: StoriesState): void {
  Object.assign(state, { people, stories, comments, favorites, followers });
}

/** Changes the data after each success of an operation. The response stays as it is. */
export function after(operation: string, change: (done: Done) => void): Respond<StoriesState> {
  return async (request, next, context) => {
    if (context.operation !== operation) return next();
    const before = structuredClone(context.state);
    const response = await next();
    if (isSuccess(response)) change({ ...sentIn(request, context), before, shown: unwrapped(response) });
    return response;
  };
}

/** Changes the story that an operation stores. The response shows it as it is stored. */
export function storing(
  operation: string,
  change: (story: JsonObject, done: Done) => JsonObject,
): Respond<StoriesState> {
  return async (request, next, context) => {
    const { state } = context;
    let slug = "";
    const response = await after(operation, (done) => {
      slug = String(done.shown.slug);
      changeStory(state, slug, (story) => change(story, done));
    })(request, next, context);
    return slug === "" ? response : json(response.status, { story: storyOf(state, state.stories.get(slug) ?? {}) });
  };
}

/** Forgets the effect of an operation, whose response is as usual. */
export function forgets(operation: string): Respond<StoriesState> {
  return after(operation, ({ state, before }) => restore(state, before));
}

/** Changes each object that the successes of some operations have in their envelope. */
export function showing(
  operations: readonly string[],
  change: (shown: JsonObject, sent: Sent) => JsonObject,
): Respond<StoriesState> {
  return async (request, next, context) => {
    const response = await next();
    if (!operations.includes(context.operation ?? "") || !isSuccess(response)) return response;
    const sent = sentIn(request, context);
    const changed = (value: Json): Json => (isObject(value) ? change(value, sent) : value);
    return changeJson(response, (body) => {
      const entries = Object.entries(asObject(body)).map(([name, value]): [string, Json] => [
        name,
        Array.isArray(value) ? value.map(changed) : changed(value),
      ]);
      return Object.fromEntries(entries);
    });
  };
}

/** Changes the list of a body, and its total if it has one. */
export function listing(
  operation: string,
  change: (items: JsonObject[], sent: Sent, total: number) => { items: Json[]; total?: number },
): Respond<StoriesState> {
  return async (request, next, context) => {
    const response = await next();
    if (context.operation !== operation || !isSuccess(response)) return response;
    const name = operation === "listStories" ? "stories" : "comments";
    return changeJson(response, (body) => {
      const { [name]: list, storiesCount } = asObject(body);
      const { items, total } = change(
        asList(list).map(asObject),
        sentIn(request, context),
        Number(storiesCount ?? Number.NaN),
      );
      return { ...asObject(body), [name]: items, ...(total === undefined ? {} : { storiesCount: total }) };
    });
  };
}

/** Sends another response to the valid requests of some operations. */
export function toValid(
  operations: readonly string[],
  applies: (sent: Sent) => boolean,
  respond: (sent: Sent) => ServedResponse,
): Respond<StoriesState> {
  return async (request, next, context) => {
    const { operation = "", violation } = context;
    if (!operations.includes(operation)) return next();
    const sent = sentIn(request, context);
    return applies(sent) && !(await violation()) ? respond(sent) : next();
  };
}

/** Changes a stored story, if it exists. */
export function changeStory(state: StoriesState, slug: string, change: (story: JsonObject) => JsonObject): void {
  const story = state.stories.get(slug);
  if (story) state.stories.set(slug, change(story));
}

/** The story that was published before another one; the newest one before the oldest one. */
export function storyBefore({ stories }: StoriesState, slug: string): JsonObject {
  const all = [...stories.values()];
  const index = all.findIndex((story) => story.slug === slug);
  return all.at(index - 1) ?? {};
}

/** Gives a story another slug, at the same place among the others. */
export function renameStory(state: StoriesState, from: string, to: string): void {
  const renamed = (slug: string) => (slug === from ? to : slug);
  state.stories = new Map(
    [...state.stories].map(([slug, story]) => [renamed(slug), { ...story, slug: renamed(slug) }]),
  );
  state.favorites = new Map([...state.favorites].map(([slug, people]) => [renamed(slug), people]));
  state.comments = state.comments.map((comment) => ({ ...comment, slug: renamed(String(comment.slug)) }));
}
