import { asList, type JsonObject } from "#openapi/document/document.js";

/** The data of a server of stories.yaml. */
export interface StoriesState {
  /** The username of the person of the key. */
  me: string;
  /** By username. */
  people: Map<string, JsonObject>;
  /** By slug, the oldest one first. The author is a username. */
  stories: Map<string, JsonObject>;
  /** The oldest one first. With the slug of the story. The author is a username. */
  comments: JsonObject[];
  /** The people who have a story as a favorite, by slug. */
  favorites: Map<string, Set<string>>;
  /** The people who follow a person, by username. */
  followers: Map<string, Set<string>>;
  /** How many stories the server ever had. */
  lastStory: number;
  /** The highest id of a comment. It is never used again. */
  lastComment: number;
  /** The time in milliseconds. Each use makes it later. */
  clock: number;
}

const DAY = 86_400_000;
const START = Date.parse("2026-01-05T08:15:00.250Z");
const TAGS = ["travel", "food", "history", "city life", "c++", "music", "science"];
const TITLES = [
  "A Night Train to Lisbon",
  "Bread Without Flour",
  "The Last Lighthouse",
  "Seven Bridges",
  "Why Owls Hunt",
];

/** The time of the next change. */
export function now(state: StoriesState): string {
  state.clock += 1000;
  return new Date(state.clock).toISOString();
}

/** The slug of a new story. No two numbers have the same one. */
export function slugOf(title: string, number: number): string {
  const words = title.toLowerCase().match(/[a-z0-9]+/g) ?? ["story"];
  return `${words.join("-").slice(0, 60)}-${(number * 7919 + 46_656).toString(36)}`;
}

/** A person as others see them. Only a `viewer` can follow. */
export function profileOf(state: StoriesState, username: string, viewer = state.me): JsonObject {
  const { bio = null, image = null } = state.people.get(username) ?? {};
  const followers = state.followers.get(username) ?? new Set<string>();
  return { username, bio, image, following: followers.has(viewer), followersCount: followers.size };
}

/** A story as the person of the key sees it. */
export function storyOf(state: StoriesState, story: JsonObject): JsonObject {
  const people = state.favorites.get(String(story.slug)) ?? new Set<string>();
  const author = profileOf(state, String(story.author));
  return { ...story, favorited: people.has(state.me), favoritesCount: people.size, author };
}

/** A comment as the person of the key sees it. */
export function commentOf(state: StoriesState, { slug: _, ...comment }: JsonObject): JsonObject {
  return { ...comment, author: profileOf(state, String(comment.author)) };
}

/** The tags of all stories. */
export function tagsOf({ stories }: StoriesState): string[] {
  return [...new Set([...stories.values()].flatMap(({ tagList = [] }) => asList(tagList).map(String)))].toSorted();
}

/** The data of a new server: 5 people, 26 stories and 8 comments. */
export function seed(): StoriesState {
  const names = ["mina", "tobias", "aiko.t", "leila", "ruben"];
  const people = names.map((username, index): [string, JsonObject] => [
    username,
    {
      username,
      email: `${username}@example.org`,
      bio: index === 3 ? null : `I write from town ${index + 1}.`,
      image: index % 2 ? null : `https://pictures.example.org/${username}.png`,
      newsletter: ["weekly", "never", "daily"][index % 3] ?? "never",
      createdAt: new Date(START - (9 - index) * DAY).toISOString(),
    },
  ]);
  const stories = Array.from({ length: 26 }, (_, index) => seedStory(index, names[index % 5] ?? "mina"));
  const slugs = stories.map(({ slug }) => String(slug));
  const comments = Array.from({ length: 8 }, (_, index) => ({
    id: index + 301,
    slug: slugs[[25, 25, 24, 20, 25, 24, 3, 20][index] ?? 0] ?? "",
    body: `Comment ${index + 1}: well told.`,
    createdAt: new Date(START + (27 + index) * DAY).toISOString(),
    author: names[index % 3] ?? "mina",
  }));
  const favorites = slugs.map((slug, index): [string, Set<string>] => [
    slug,
    new Set(names.filter((_, person) => (index * 3 + person * 2) % 5 < index % 3)),
  ]);
  const followers = names.map((name, index): [string, Set<string>] => [
    name,
    new Set(names.filter((_, person) => person !== index && (index + person) % 4 === 3)),
  ]);
  return {
    me: "mina",
    people: new Map(people),
    stories: new Map(stories.map((story) => [String(story.slug), story])),
    comments,
    favorites: new Map(favorites),
    followers: new Map(followers),
    lastStory: stories.length,
    lastComment: 308,
    clock: START + 60 * DAY,
  };
}

function seedStory(index: number, author: string): JsonObject {
  const title = `${TITLES[index % TITLES.length]}, Part ${Math.floor(index / TITLES.length) + 1}`;
  const createdAt = new Date(START + index * DAY).toISOString();
  return {
    slug: slugOf(title, index + 1),
    title,
    description: `The story number ${index + 1}.`,
    body: `## ${title}\n\nIt was a *long* day.`,
    tagList: [...new Set([TAGS[index % 7], TAGS[(index * 2 + 1) % 7]])].flatMap((tag) => tag ?? []).slice(0, index % 3),
    language: ["en", "de", "fr", "es"][index % 4] ?? "en",
    ...(index % 2 ? { readingMinutes: index + 3 } : {}),
    coverImage: index % 4 ? null : `https://pictures.example.org/covers/${index}.jpg`,
    status: index % 9 === 5 ? "archived" : "published",
    createdAt,
    updatedAt: createdAt,
    author,
  };
}
