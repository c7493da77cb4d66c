import { isSuccess } from "../change.js";
import { empty, json, type Variation } from "../service.js";
import { commentOf, type StoriesState } from "./state.js";
import { after, forgets, listing, restore, sentIn, showing, storyBefore } from "./variations.js";

/** Servers that lose comments, mix them up or show them at another story. */
export const COMMENT_FAULTS: Variation<StoriesState>[] = [
  { title: "forgets comments, which it confirms", needsTwo: true, respond: forgets("createComment") },
  { title: "still lists deleted comments", needsTwo: true, respond: forgets("deleteComment") },
  {
    title: "lists a new comment at the newest story",
    needsTwo: true,
    respond: after("createComment", ({ state, shown }) => {
      const slug = [...state.stories.keys()].at(-1) ?? "";
      state.comments = state.comments.map((comment) => (comment.id === shown.id ? { ...comment, slug } : comment));
    }),
  },
  {
    title: "lists a new comment at the story before too",
    needsTwo: true,
    respond: after("createComment", ({ state, name }) => {
      const { slug = "" } = storyBefore(state, name);
      const comment = state.comments.at(-1);
      if (comment && slug !== name) state.comments.push({ ...comment, slug });
    }),
  },
  {
    title: "lists the comments on all stories at every story",
    needsTwo: true,
    respond: listing("listComments", (_, { state }) => ({
      items: state.comments.map((comment) => commentOf(state, comment)).toReversed(),
    })),
  },
  {
    title: "deletes every own comment on a story with the requested one",
    needsTwo: true,
    respond: after("deleteComment", ({ state, name }) => {
      state.comments = state.comments.filter(({ slug, author }) => slug !== name || author !== state.me);
    }),
  },
  {
    title: "deletes the newest comment on a story in place of the requested one",
    needsTwo: true,
    respond: after("deleteComment", ({ state, before, name }) => {
      restore(state, before);
      const newest = state.comments.findLast(({ slug }) => slug === name);
      state.comments = state.comments.filter((comment) => comment !== newest);
    }),
  },
  {
    title: "lists comments with other ids than it confirms",
    needsTwo: true,
    respond: showing(["listComments"], (comment) => ({ ...comment, id: Number(comment.id) + 1000 })),
  },
  {
    title: "gives every new comment the same id",
    needsTwo: true,
    respond: async (_, next, { operation, state }) => {
      if (operation === "createComment") state.lastComment = 308;
      return next();
    },
  },
  {
    title: "deletes a comment under the slug of another story",
    needsTwo: true,
    respond: (request, next, context) => {
      const { state, name, id } = sentIn(request, context);
      const { slug } = state.comments.find((comment) => comment.id === id) ?? {};
      const isOther = context.operation === "deleteComment" && slug !== undefined && state.stories.has(name);
      return next(isOther ? { ...request, path: `/stories/${slug}/comments/${id}` } : request);
    },
  },
  {
    title: "stores the first 40 characters of a comment only",
    needsTwo: true,
    respond: after("createComment", ({ state, shown }) => {
      state.comments = state.comments.map((comment) =>
        comment.id === shown.id ? { ...comment, body: String(comment.body).slice(0, 40) } : comment,
      );
    }),
  },
  {
    title: "confirms the deletion of a comment that is already deleted",
    needsTwo: true,
    respond: async (request, next, { operation, memory }) => {
      const response = await next();
      if (operation !== "deleteComment") return response;
      if (response.status === 204) memory.set(request.path, 1);
      return response.status === 404 && memory.has(request.path) ? empty(204) : response;
    },
  },
  {
    title: "has the author of the story as the author of each new comment",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      const { state, name } = sentIn(request, context);
      const comment = state.comments.at(-1);
      if (context.operation !== "createComment" || !isSuccess(response) || !comment) return response;
      comment.author = state.stories.get(name)?.author ?? "";
      return json(201, { comment: commentOf(state, comment) });
    },
  },
  {
    title: "stores a comment that it rejects because it is too long",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, name, sent } = sentIn(request, context);
      const violation = await context.violation();
      if (context.operation === "createComment" && violation?.keyword === "maxLength" && state.stories.has(name)) {
        const { body = "" } = sent;
        state.lastComment += 1;
        const comment = { id: state.lastComment, slug: name, body, createdAt: "2026-11-22T10:00:00Z" };
        state.comments.push({ ...comment, author: state.me });
      }
      return next();
    },
  },
  {
    title: "deletes the comments of other people although it rejects it with 403",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      const { state, id } = sentIn(request, context);
      if (context.operation === "deleteComment" && response.status === 403)
        state.comments = state.comments.filter((comment) => comment.id !== id);
      return response;
    },
  },
  {
    title: "lists the oldest comments first",
    respond: listing("listComments", (items) => ({ items: items.toReversed() })),
  },
  {
    title: "lists the three newest comments on a story only",
    needsTwo: true,
    respond: listing("listComments", (items) => ({ items: items.slice(0, 3) })),
  },
  {
    title: "shows the time of the request as the time of every comment in a list",
    needsTwo: true,
    respond: showing(["listComments"], (comment, { state, count }) => ({
      ...comment,
      createdAt: new Date(state.clock + count).toISOString(),
    })),
  },
];
