import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, ERRORS, get, isText, messages, object, objectIn, text } from "#test/verify/small-store.js";
import { EVERY_EXAMPLE } from "#verify/model/target/target.js";

const USERNAME: JsonObject = { $ref: "#/components/schemas/Username" };
const PERSON: JsonObject = object({ username: USERNAME, followed: { type: "boolean" } }, ["username", "followed"]);
const title: JsonObject = { ...text, minLength: 1, maxLength: 40 };
const POST: JsonObject = object({ id: { type: "integer" }, title, liked: { type: "boolean" }, author: PERSON }, [
  "id",
  "title",
  "liked",
  "author",
]);
const content = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject, status = "200"): JsonObject => ({
  [status]: { description: "Done.", ...content(schema) },
  ...ERRORS,
});
const path = (name: string, schema: JsonObject) => [{ name, in: "path", required: true, schema }];
const query = (name: string) => ({ name, in: "query", schema: USERNAME });
const id = path("id", { type: "integer", minimum: 1 });
const username = path("username", USERNAME);
const toggled = (schema: JsonObject, on: string, off: string): JsonObject => ({
  post: { operationId: on, responses: done(schema) },
  delete: { operationId: off, responses: done(schema) },
});
const PATHS: JsonObject = {
  "/posts": {
    ...get("listPosts", object({ posts: { type: "array", items: POST } }, ["posts"]), {
      parameters: [query("author"), query("liked")],
    }),
    post: {
      operationId: "addPost",
      requestBody: { required: true, ...content(object({ title }, ["title"])) },
      responses: done(POST, "201"),
    },
  },
  "/posts/{id}": {
    parameters: id,
    ...get("getPost", POST),
    delete: { operationId: "deletePost", responses: { "204": { description: "Deleted." }, ...ERRORS } },
  },
  "/posts/{id}/like": { parameters: id, ...toggled(POST, "like", "unlike") },
  "/people/{username}": { parameters: username, ...get("getPerson", PERSON) },
  "/people/{username}/follow": { parameters: username, ...toggled(PERSON, "follow", "unfollow") },
};
const extensions = { components: { schemas: { Username: { type: "string", minLength: 1 } } } };

interface Post {
  id: number;
  title: string;
  author: string;
  likes: Set<string>;
}
interface Person {
  username: string;
  followed: boolean;
}

/** The steps at which a row differs from the honest server. */
interface Steps {
  /** Whether the list has a post for a person who was asked for. */
  isLikedBy?: (post: Post, person: string) => boolean;
  /** A person as the items of lists show them. */
  author?: (person: Person) => Person;
}

/** A server on which Mina writes, and may follow Aiko. */
function serverOf({
  isLikedBy = ({ likes }, person) => likes.has(person),
  author = (person) => person,
}: Steps): Respond {
  const people = new Map(["mina", "aiko"].map((name) => [name, { username: name, followed: false }]));
  const posts = new Map<number, Post>();
  let last = 0;
  const add = (own: string, words: string): Post => {
    last += 1;
    const post = { id: last, title: words, author: own, likes: new Set<string>() };
    posts.set(last, post);
    return post;
  };
  add("aiko", "Owls").likes.add("aiko");
  add("mina", "Bread");
  const shown = (
    { id: key, title: words, author: own, likes }: Post,
    show = (person: Person) => person,
  ): JsonObject => {
    const person = people.get(own) ?? { username: own, followed: false };
    return { id: key, title: words, liked: likes.has("mina"), author: { ...show(person) } };
  };
  return ({ method, url, body, headers }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const [, collection, key, action] = pathname.split("/");
    if (collection === "people") {
      const person = people.get(decodeURIComponent(key ?? ""));
      if (!person) return json(response, 404, {});
      if (action === "follow" && method !== "GET") person.followed = method === "POST";
      else if (method !== "GET" || action !== undefined) return json(response, 405, {});
      return json(response, 200, { ...person });
    }
    if (key === undefined && method === "GET") {
      const [by, liker] = [searchParams.get("author"), searchParams.get("liked")];
      if (by === "" || liker === "") return json(response, 400, {});
      const all = [...posts.values()].filter(
        (post) => (by === null || post.author === by) && (liker === null || isLikedBy(post, liker)),
      );
      return json(response, 200, { posts: all.map((post) => shown(post, author)) });
    }
    if (key === undefined) {
      const sent = headers["content-type"]?.includes("json") ? objectIn(body) : undefined;
      if (method !== "POST") return json(response, 405, {});
      if (!isText(sent?.title) || String(sent?.title).length > 40) return json(response, 400, {});
      return json(response, 201, shown(add("mina", String(sent?.title))));
    }
    const post = /^[1-9]\d*$/.test(key) ? posts.get(Number(key)) : undefined;
    if (!post) return json(response, /^[1-9]\d*$/.test(key) ? 404 : 400, {});
    if (method === "DELETE" && action === undefined) {
      posts.delete(post.id);
      return void response.writeHead(204).end();
    }
    if (action === "like" && method === "POST") post.likes.add("mina");
    else if (action === "like" && method === "DELETE") post.likes.delete("mina");
    else if (method !== "GET" || action !== undefined) return json(response, 405, {});
    json(response, 200, shown(post));
  };
}

test.each<[title: string, findings: readonly unknown[], steps: Steps]>([
  ["is honest", [], {}],
  [
    "selects what anybody likes",
    ["addPost: listPosts lists the resource by liked of somebody who has not set the flag"],
    { isLikedBy: ({ likes }) => likes.size > 0 },
  ],
  [
    "does not select what the person of the key likes",
    ["addPost: listPosts does not list the resource by who has set the flag liked"],
    { isLikedBy: ({ likes }, person) => likes.has(person) && person !== "mina" },
  ],
  [
    "shows nobody in its items as followed",
    ["follow: listPosts shows another /followed of the resource inside its items"],
    { author: (person) => ({ ...person, followed: false }) },
  ],
])("flags show in lists: a server that %s", async (_, findings, steps) => {
  const given = { username: { [EVERY_EXAMPLE]: "aiko" } };
  const settings = { ...data, settle: 20, values: { follow: given, unfollow: given } };
  const { results } = await verifyServer(PATHS, serverOf(steps), settings, { extensions });
  expect([...failuresOf(results), ...new Set(messages(results))]).toEqual(findings);
});
