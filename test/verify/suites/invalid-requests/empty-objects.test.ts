import { expect, test } from "vitest";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";
import { data, get, object, text } from "#test/verify/small-store.js";

/** The titles of the test cases that leave out a parameter with these members, at a server that needs none. */
async function omissions(style: string, required: string[]): Promise<string[]> {
  const schema = object({ filter: text, sort: text }, required);
  const parameters = [{ name: "search", in: "query", required: true, style, explode: true, schema }];
  const paths = { "/things": get("listThings", { type: "array", items: text }, { parameters }) };
  const respond = (method: string) => (method === "GET" ? 200 : 405);
  const { results } = await verifyServer(paths, ({ method }, response) => json(response, respond(method), []), data);
  return results.filter(({ name }) => name.includes("a request without search")).map(({ name }) => name);
}

test.each(["form", "deepObject"])(
  "an object of the style %s that may be empty has no text, so it cannot lack",
  async (style) => {
    expect(await omissions(style, [])).toEqual([]);
    expect(await omissions(style, ["filter"])).toHaveLength(1);
  },
);
