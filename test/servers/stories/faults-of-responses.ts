import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { inBodies, inSuccesses, without } from "../change.js";
import { sends } from "../faults-of-requests.js";
import { empty, json, type ServedResponse, type Variation } from "../service.js";
import type { StoriesState } from "./state.js";
import { showing } from "./variations.js";

const STORY = ["createStory", "getStory", "updateStory", "favoriteStory", "unfavoriteStory"];

/** Sends other errors with a status. */
function errors(title: string, status: number, error: ServedResponse): Variation<unknown> {
  return {
    title,
    respond: async (_, next) => {
      const response = await next();
      return response.status === status ? error : response;
    },
  };
}

/** Changes each object in the successes of some operations. */
function inObjects(title: string, operations: readonly string[], change: (shown: JsonObject) => JsonObject) {
  return { title, respond: showing(operations, change) };
}

/** Servers that send what stories.yaml does not describe. */
export const RESPONSE_FAULTS: Variation<StoriesState>[] = [
  // Fields.
  inObjects("sends null in place of no tags", STORY, (story) =>
    asList(story.tagList).length > 0 ? story : { ...story, tagList: null },
  ),
  inObjects("lists stories without their text", ["listStories"], (story) => without(story, "body")),
  inObjects("sends the time of a creation without a time zone", ["createStory"], (story) => ({
    ...story,
    createdAt: String(story.createdAt).replace("Z", ""),
  })),
  inObjects("lists times with a month after the twelfth", ["listStories"], (story) => ({
    ...story,
    createdAt: String(story.createdAt).replace(/-\d\d-/, "-13-"),
  })),
  inObjects("sends a username in place of the author", ["favoriteStory", "unfavoriteStory"], (story) => ({
    ...story,
    author: asObject(story.author).username ?? null,
  })),
  inObjects("sends null as the author of an archived story", ["getStory", "listStories"], (story) =>
    story.status === "archived" ? { ...story, author: null } : story,
  ),
  inObjects("counts favorites below zero", ["unfavoriteStory"], (story) => ({
    ...story,
    favoritesCount: Number(story.favoritesCount) - 10,
  })),
  inObjects("sends a status outside the enum for an archived story", ["archiveStory"], (story) => ({
    ...story,
    status: "ARCHIVED",
  })),
  inObjects("sends slugs with spaces", ["createStory"], (story) => ({
    ...story,
    slug: String(story.slug).replaceAll("-", " "),
  })),
  inObjects("sends the id of a created comment as a text", ["createComment"], (comment) => ({
    ...comment,
    id: String(comment.id),
  })),
  inObjects("omits the biography of people who have none", ["getProfile"], (profile) =>
    profile.bio === null ? without(profile, "bio") : profile,
  ),
  inObjects("hides the email address of the user with asterisks", ["getUser"], (user) => ({ ...user, email: "***" })),
  // Envelopes.
  { title: "sends a profile without its envelope", respond: inBodies(["getProfile"], (body) => body.profile ?? null) },
  {
    title: "sends null in place of an empty list of stories",
    respond: inBodies(["listStories"], (body) => (asList(body.stories).length > 0 ? body : { ...body, stories: null })),
  },
  {
    title: "lists some tags twice",
    respond: inBodies(["listTags"], ({ tags }) => ({ tags: [...asList(tags), ...asList(tags).slice(0, 2)] })),
  },
  // Statuses and media types.
  sends("200 for a published story", "createStory", (response) => ({ ...response, status: 200 })),
  sends("201 for a favorite", "favoriteStory", (response) => ({ ...response, status: 201 })),
  sends("200 and a body for a deleted comment", "deleteComment", () => json(200, { deleted: true })),
  sends("tags as plain text", "listTags", (response) => ({
    ...response,
    headers: { "Content-Type": "text/plain" },
    body: asList(asObject(JSON.parse(String(response.body))).tags).join("\n"),
  })),
  sends("a created comment that is cut off", "createComment", (response) => ({
    ...response,
    body: String(response.body).slice(0, -3),
  })),
  {
    title: "responds to stories of other people with 302",
    respond: inSuccesses(["getStory"], (response) =>
      String(response.body).includes('"username":"mina"') ? response : empty(302, { Location: "/subscribe" }),
    ),
  },
  // Errors.
  errors("sends errors for unknown things as a text", 404, json(404, { errors: "not found" })),
  errors("sends an error without a message for invalid requests", 422, json(422, { errors: {} })),
  errors("sends 401 with an empty body", 401, empty(401)),
  {
    title: "sends null with 200 for an unknown person",
    respond: async (_, next, { operation, violation }) => {
      const response = await next();
      const isUnknown = operation === "getProfile" && response.status === 404 && !(await violation());
      return isUnknown ? json(200, { profile: null }) : response;
    },
  },
];
