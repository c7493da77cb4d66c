import { expect, test } from "vitest";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { sample } from "../sample.js";
import { json } from "../server.js";
import { failuresOf, warningsOf } from "./failures.js";
import { type Respond, verifyServer } from "./small-document.js";
import { data, ERRORS, isText, object, text } from "./small-store.js";

type Fault = "keeps what is deleted" | "shows another" | "loses a change" | "lists none";

/** How an API of some kind writes one collection of posts. */
interface Style {
  /** The path of the collection, and that of one post. */
  collection: string;
  one: string;
  /** The field that identifies a post, and the parameter that names it in the path. */
  identifier: string;
  parameter: string;
  /** The schema of a post, and of a body that makes one. */
  shown: JsonObject;
  sent: JsonObject;
  list: JsonObject;
  /** The post of a body that was sent, and what a response has. */
  read(body: JsonObject): JsonObject;
  show(post: JsonObject): JsonObject;
  showList(posts: JsonObject[]): Json;
  /** The media type (default: JSON). */
  type?: string;
}

const FIELDS = { title: { ...text, minLength: 1 }, note: { ...text, minLength: 1 } };
const sent = object(FIELDS, ["title", "note"]);
const shownBy = (identifier: string) => object({ [identifier]: text, ...FIELDS }, [identifier, "title", "note"]);
const listOf = (items: JsonObject): JsonObject => ({ type: "array", items });

const plain: Style = {
  collection: "/posts",
  one: "/posts/{id}",
  identifier: "id",
  parameter: "id",
  sent,
  shown: shownBy("id"),
  list: listOf(shownBy("id")),
  read: (body) => body,
  show: (post) => post,
  showList: (posts) => posts,
};
const named = (identifier: string, parameter = identifier): Style => ({
  ...plain,
  one: `/posts/{${parameter}}`,
  identifier,
  parameter,
  shown: shownBy(identifier),
  list: listOf(shownBy(identifier)),
});
const resourceObject = object({ type: { const: "posts" }, id: text, attributes: sent }, ["type", "id", "attributes"]);
const asResource = ({ id = "", ...attributes }: JsonObject): JsonObject => ({ type: "posts", id, attributes });
const links = object({ self: object({ href: text }, ["href"]) }, ["self"]);
const hal = object({ ...FIELDS, id: text, _links: links }, ["title", "note", "id", "_links"]);
const asHal = (post: JsonObject): JsonObject => ({ ...post, _links: { self: { href: `/posts/${post.id}` } } });

/** A post and its list within names, from outside to inside, with a status beside if there are two. The list has a plural. */
function within(...names: readonly string[]): Style {
  const plurals = names.map((name, at) => (at === names.length - 1 ? `${name}s` : name));
  const schemaIn = (around: readonly string[], schema: JsonObject) =>
    around.reduceRight<JsonObject>(
      (inner, name, at) => object({ [name]: inner, ...(at === 0 && names.length > 1 ? { status: text } : {}) }, [name]),
      schema,
    );
  const valueIn = (around: readonly string[], value: Json) =>
    around.reduceRight<Json>(
      (inner, name, at) => ({ [name]: inner, ...(at === 0 && names.length > 1 ? { status: "success" } : {}) }),
      value,
    );
  return {
    ...plain,
    shown: schemaIn(names, shownBy("id")),
    list: schemaIn(plurals, listOf(shownBy("id"))),
    show: (post) => asObject(valueIn(names, post)),
    showList: (posts) => valueIn(plurals, posts),
  };
}

const STYLES: Record<string, Style> = {
  plain,
  "with an envelope": within("post"),
  "of JSend, with two envelopes": within("data", "post"),
  "with two envelopes of one name each": within("result", "item"),
  "of MongoDB": named("_id", "id"),
  "with a slug": named("slug", "post_slug"),
  "with a code": named("code", "postCode"),
  "with the key of its kind": named("postId"),
  "with a key in snake case": named("post_uuid", "uuid"),
  "with the name of its kind before the id": named("post_id", "id"),
  "of JSON:API": {
    ...plain,
    type: "application/vnd.api+json",
    sent: object({ data: object({ type: { const: "posts" }, attributes: sent }, ["type", "attributes"]) }, ["data"]),
    shown: object({ data: resourceObject }, ["data"]),
    list: object({ data: listOf(resourceObject) }, ["data"]),
    read: ({ data: sentData }) => (asObject(sentData).type === "posts" ? asObject(asObject(sentData).attributes) : {}),
    show: (post) => ({ data: asResource(post) }),
    showList: (posts) => ({ data: posts.map(asResource) }),
  },
  "of HAL": {
    ...plain,
    shown: hal,
    list: object({ _embedded: object({ posts: listOf(hal) }, ["posts"]) }, ["_embedded"]),
    show: asHal,
    showList: (posts) => ({ _embedded: { posts: posts.map(asHal) } }),
  },
  "of OData": {
    ...plain,
    collection: "/Posts",
    one: "/Posts('{id}')",
    list: object({ value: listOf(shownBy("id")) }, ["value"]),
    showList: (posts) => ({ value: posts }),
  },
  "with a request in an envelope": {
    ...plain,
    sent: object({ post: sent }, ["post"]),
    shown: object({ post: shownBy("id") }, ["post"]),
    list: object({ posts: listOf(shownBy("id")), postsCount: { type: "integer" } }, ["posts", "postsCount"]),
    read: (body) => asObject(body.post),
    show: (post) => ({ post }),
    showList: (posts) => ({ posts, postsCount: posts.length }),
  },
  "with a message beside": {
    ...plain,
    shown: object({ message: text, data: shownBy("id") }, ["message", "data"]),
    list: object({ message: text, data: listOf(shownBy("id")) }, ["message", "data"]),
    show: (post) => ({ message: "OK", data: post }),
    showList: (posts) => ({ message: "OK", data: posts }),
  },
  "with its list in a page": {
    ...plain,
    list: object(
      { page: object({ content: listOf(shownBy("id")), totalElements: { type: "integer" } }, ["content"]) },
      ["page"],
    ),
    showList: (posts) => ({ page: { content: posts, totalElements: posts.length } }),
  },
  "with lists of one": {
    ...plain,
    shown: object({ entries: listOf(shownBy("id")) }, ["entries"]),
    list: object({ entries: listOf(shownBy("id")) }, ["entries"]),
    show: (post) => ({ entries: [post] }),
    showList: (posts) => ({ entries: posts }),
  },
};

function pathsOf(style: Style): JsonObject {
  const { type = "application/json" } = style;
  const answer = (schema: JsonObject) => ({ description: "Done.", content: { [type]: { schema } } });
  const requestBody = { required: true, content: { [type]: { schema: style.sent } } };
  return {
    [style.collection]: {
      post: { operationId: "createPost", requestBody, responses: { "201": answer(style.shown), ...ERRORS } },
      get: { operationId: "listPosts", responses: { "200": answer(style.list), ...ERRORS } },
    },
    [style.one]: {
      parameters: [{ name: style.parameter, in: "path", required: true, schema: text }],
      get: { operationId: "getPost", responses: { "200": answer(style.shown), ...ERRORS } },
      put: { operationId: "updatePost", requestBody, responses: { "200": answer(style.shown), ...ERRORS } },
      delete: { operationId: "deletePost", responses: { "204": { description: "Deleted." }, ...ERRORS } },
    },
  };
}

function serverOf(style: Style, fault?: Fault): Respond {
  const posts = new Map<string, JsonObject>();
  const { type = "application/json", identifier, collection } = style;
  const [before = "", after = ""] = style.one.split(/\{\w+\}/);
  let last = 0;
  const read = (body: string): JsonObject | undefined => {
    try {
      const { title, note } = style.read(asObject(JSON.parse(body)));
      return isText(title) && isText(note) ? { title: title ?? "", note: note ?? "" } : undefined;
    } catch {
      return undefined;
    }
  };
  return ({ method, url, body, headers }, response) => {
    const path = decoded(url.split("?")[0] ?? "");
    const isOne = path !== collection && path.startsWith(before) && path.endsWith(after);
    const id = isOne ? path.slice(before.length, path.length - after.length) : "";
    const found = posts.get(id);
    const answer = (status: number, value: Json) => json(response, status, value, { "content-type": type });
    if (path !== collection && !found) return answer(404, {});
    if (method === "GET" && !found)
      return answer(200, style.showList(fault === "lists none" ? [] : [...posts.values()]));
    if (method === "GET" && found) {
      return answer(200, style.show(fault === "shows another" ? { ...found, [identifier]: `${id}9` } : found));
    }
    if (method === "DELETE" && found) {
      if (fault !== "keeps what is deleted") posts.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== (found ? "PUT" : "POST")) return answer(405, {});
    const made = headers["content-type"]?.startsWith(type) ? read(body) : undefined;
    if (!made) return answer(400, { message: "invalid" });
    if (!found) last += 1;
    const key = found?.[identifier] ?? `key-${last}`;
    const kept = { ...(fault === "loses a change" && found ? found : made), [identifier]: key };
    posts.set(String(key), kept);
    answer(found ? 200 : 201, style.show({ ...made, [identifier]: key }));
  };
}

/** A path without percent-encoding; as it is if that is malformed. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const run = (style: Style, fault?: Fault) => verifyServer(pathsOf(style), serverOf(style, fault), data);

test.for(sample(Object.entries(STYLES), 4))(
  "legal: an API %s passes if it keeps its posts, without a warning",
  async ([, style]) => {
    const { results } = await run(style);
    expect([failuresOf(results), warningsOf(results).map(({ message }) => message)]).toEqual([[], []]);
  },
);

const FAULTS: [Fault, operation: string][] = [
  ["keeps what is deleted", "deletePost"],
  ["shows another", "createPost"],
  ["loses a change", "updatePost"],
  ["lists none", "createPost"],
];
const FAULTY = Object.entries(STYLES).flatMap(([title, style]) =>
  FAULTS.map(([fault, operation]) => ({ title, style, fault, operation })),
);

// The steps have no divisor in common with the number of faults, so that each fault has rows of several styles.
test.each(sample(FAULTY, 7, 3))(
  "faulty: an API $title is told apart if it $fault",
  async ({ style, fault, operation }) => {
    const { results } = await run(style, fault);
    const texts = [...failuresOf(results), ...warningsOf(results).map(({ message }) => message)];
    expect(texts.join("\n")).toContain(operation);
  },
);
