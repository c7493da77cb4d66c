import { isSuccess, within } from "../change.js";
import { json, type Variation } from "../service.js";
import { profileOf, type StoriesState } from "./state.js";
import { after, forgets, restore, sentIn, showing, toValid } from "./variations.js";

const firstProfiles = new WeakMap<StoriesState, StoriesState["people"]>();

/** Changes the stored person of the key. */
function changeMe(state: StoriesState, change: object): void {
  state.people.set(state.me, Object.assign({}, state.people.get(state.me), change));
}

/** Servers that mix up people, and who follows whom. */
export const PEOPLE_FAULTS: Variation<StoriesState>[] = [
  // The person of the key.
  { title: "forgets changes of the person of the key", needsTwo: true, respond: forgets("updateUser") },
  {
    title: "removes the biography when other fields of the person are changed",
    needsTwo: true,
    respond: (request, next, context) => {
      const { sent } = sentIn(request, context);
      const isPartial = context.operation === "updateUser" && sent.bio === undefined && Object.keys(sent).length > 0;
      const user = { ...sent, bio: null };
      return next(isPartial ? { ...request, body: Buffer.from(JSON.stringify({ user })) } : request);
    },
  },
  {
    title: "stops the newsletter when the email address is changed, and does not say so in its response",
    needsTwo: true,
    respond: after("updateUser", ({ state, sent }) => {
      if (sent.email !== undefined && sent.newsletter === undefined) changeMe(state, { newsletter: "never" });
    }),
  },
  {
    title: "keeps a picture that is set to null",
    needsTwo: true,
    respond: after("updateUser", ({ state, before, sent }) => {
      if (sent.image === null) changeMe(state, { image: before.people.get(state.me)?.image ?? null });
    }),
  },
  {
    title: "stores the first 100 characters of a biography only",
    needsTwo: true,
    respond: after("updateUser", ({ state, sent: { bio } }) => {
      if (typeof bio === "string") changeMe(state, { bio: bio.slice(0, 100) });
    }),
  },
  {
    title: "confirms a changed newsletter with another one",
    respond: showing(["updateUser"], (user, { sent }) =>
      sent.newsletter === undefined ? user : { ...user, newsletter: sent.newsletter === "never" ? "weekly" : "never" },
    ),
  },
  {
    title: "shows another person than the one that it changes",
    needsTwo: true,
    prepare: (state) => firstProfiles.set(state, structuredClone(state.people)),
    respond: async (_, next, { operation, state }) => {
      const response = await next();
      const user = firstProfiles.get(state)?.get("tobias") ?? {};
      return operation === "getUser" && isSuccess(response) ? json(200, { user }) : response;
    },
  },
  {
    title: "stores the newsletter of a change that it rejects because of another field",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, sent } = sentIn(request, context);
      const violation = await context.violation();
      const isValid = ["never", "weekly", "daily"].includes(String(sent.newsletter));
      if (context.operation === "updateUser" && violation?.kind === "body" && isValid)
        changeMe(state, { newsletter: sent.newsletter });
      return next();
    },
  },
  // Profiles.
  {
    title: "shows the profile as it was before the person was changed",
    needsTwo: true,
    prepare: (state) => firstProfiles.set(state, structuredClone(state.people)),
    respond: showing(["getProfile"], (profile, { state, name }) => {
      const { bio = null, image = null } = firstProfiles.get(state)?.get(name) ?? {};
      return { ...profile, bio, image };
    }),
  },
  {
    title: "shows the profile of the person of the key for every username",
    respond: (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const isKnown = context.operation === "getProfile" && state.people.has(name);
      return next(isKnown ? { ...request, path: `/people/${state.me}` } : request);
    },
  },
  {
    title: "does not find the profiles of authors who have a dot in their username",
    needsTwo: true,
    respond: (request, next, context) => {
      const { name } = sentIn(request, context);
      const isDotted = context.operation === "getProfile" && name.includes(".");
      return next(isDotted ? { ...request, path: "/people/nobody" } : request);
    },
  },
  {
    title: "shows to clients without a key that they follow everybody",
    respond: async (request, next, context) =>
      request.headers.authorization === undefined
        ? showing(["getProfile"], (profile) => ({ ...profile, following: true }))(request, next, context)
        : next(),
  },
  {
    title: "shows another biography of an author in stories than in the profile",
    needsTwo: true,
    respond: showing(["getStory", "listStories"], (story) =>
      within(story, "author", (author) => ({ ...author, bio: `An author named ${author.username}.` })),
    ),
  },
  // Following.
  { title: "forgets who follows a person, although it confirms it", needsTwo: true, respond: forgets("followPerson") },
  {
    title: "keeps a person followed, although it confirms the opposite",
    needsTwo: true,
    respond: forgets("unfollowPerson"),
  },
  {
    title: "shows that a person is followed in the profile, but not in the stories of the person",
    needsTwo: true,
    respond: showing(["getStory", "listStories"], (story) =>
      within(story, "author", (author) => ({ ...author, following: false })),
    ),
  },
  {
    title: "follows the wrong person, and confirms the right one",
    needsTwo: true,
    respond: after("followPerson", ({ state, before, name }) => {
      restore(state, before);
      const other = [...state.people.keys()].find((each) => each !== name && each !== state.me) ?? "";
      state.followers.get(other)?.add(state.me);
    }),
  },
  {
    title: "unfollows everybody with the requested person",
    needsTwo: true,
    respond: after("unfollowPerson", ({ state }) => {
      for (const followers of state.followers.values()) followers.delete(state.me);
    }),
  },
  {
    title: "does not count the client among the followers of a person",
    needsTwo: true,
    respond: showing(["followPerson", "getProfile"], (profile) => ({
      ...profile,
      followersCount: Number(profile.followersCount) - (profile.following ? 1 : 0),
    })),
  },
  {
    title: "removes another follower of a person whom the client does not follow",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { state, name } = sentIn(request, context);
      const followers = state.followers.get(name);
      const [other = ""] = followers ?? [];
      if (context.operation === "unfollowPerson" && followers && !followers.has(state.me)) followers.delete(other);
      return next();
    },
  },
  {
    title: "lets people follow themselves",
    needsTwo: true,
    respond: toValid(
      ["followPerson"],
      ({ state, name }) => name === state.me,
      ({ state, name }) => {
        state.followers.get(name)?.add(name);
        return json(200, { profile: profileOf(state, name) });
      },
    ),
  },
];
