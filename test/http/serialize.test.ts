import { describe, expect, test } from "vitest";
import {
  type ParameterStyle,
  serializeBody,
  serializeCookies,
  serializeHeader,
  serializePath,
  serializeQuery,
} from "#http/serialize.js";
import { serializeParameters } from "#http/serialize-parameters.js";
import { operationsOf } from "#openapi/operations/operations.js";

const color = ["blue", "black"];
const rgb = { R: 100, G: 200 };

// The table of OpenAPI 3.1, 4.8.12.4, with the values of its examples.
describe("query parameters", () => {
  test.each<[ParameterStyle, unknown, string]>([
    [{}, "a b&c", "color=a%20b%26c"],
    [{}, color, "color=blue&color=black"],
    [{ explode: false }, color, "color=blue,black"],
    [{ style: "spaceDelimited", explode: false }, color, "color=blue%20black"],
    [{ style: "pipeDelimited", explode: false }, color, "color=blue%7Cblack"],
    [{}, rgb, "R=100&G=200"],
    [{ explode: false }, rgb, "color=R,100,G,200"],
    [{ style: "deepObject" }, rgb, "color%5BR%5D=100&color%5BG%5D=200"],
    [{ style: "pipeDelimited", explode: false }, rgb, "color=R%7C100%7CG%7C200"],
    [{ style: "spaceDelimited", explode: false }, rgb, "color=R%20100%20G%20200"],
    [{ json: true }, rgb, "color=%7B%22R%22%3A100%2C%22G%22%3A200%7D"],
    [{ style: "querystring" }, { R: 100, tags: ["a", "b c"] }, "R=100&tags=a&tags=b%20c"],
    [{ style: "querystring", json: true }, rgb, "%7B%22R%22%3A100%2C%22G%22%3A200%7D"],
    [{ allowReserved: true }, "a/b?c", "color=a/b?c"],
    [{}, new Date(0), "color=1970-01-01T00%3A00%3A00.000Z"],
    [{}, false, "color=false"],
    [{}, undefined, ""],
    [{}, null, ""],
    [{}, [], ""],
    [{ explode: false }, [], ""],
    [{ style: "pipeDelimited", explode: false }, [], ""],
    [{ style: "deepObject" }, { tags: [] }, ""],
    // The parameter `Pageable` of springdoc.
    [{}, { page: 0, sort: ["name,asc", "id"] }, "page=0&sort=name%2Casc&sort=id"],
    [{}, { page: 0, sort: [] }, "page=0"],
  ])("in style %j, %j is serialized as %s", (style, value, want) => {
    expect(serializeQuery({ color: value }, { "query.color": style })).toBe(want);
  });
});

describe("path parameters", () => {
  test.each<[ParameterStyle, unknown, string]>([
    [{}, "a/b", "/x/a%2Fb"],
    [{}, color, "/x/blue,black"],
    [{}, rgb, "/x/R,100,G,200"],
    [{ explode: true }, rgb, "/x/R=100,G=200"],
    [{ json: true }, rgb, "/x/%7B%22R%22%3A100%2C%22G%22%3A200%7D"],
    [{ style: "label" }, "blue", "/x/.blue"],
    [{ style: "matrix" }, "blue", "/x/;color=blue"],
    [{ style: "matrix", explode: true }, color, "/x/;color=blue;color=black"],
  ])("in style %j, %j is serialized as %s", (style, value, want) => {
    expect(serializePath("/x/{color}", { color: value }, { "path.color": style })).toBe(want);
  });
});

test("a path parameter without a value stays in the path", () => {
  expect(serializePath("/x/{color}/{size}", { size: 2 })).toBe("/x/{color}/2");
});

test("headers and cookies are serialized in their default styles", () => {
  expect(serializeHeader(color)).toBe("blue,black");
  expect(serializeHeader(rgb)).toBe("R,100,G,200");
  expect(serializeHeader(rgb, { explode: true })).toBe("R=100,G=200");
  expect(serializeHeader(rgb, { json: true })).toBe('{"R":100,"G":200}');
  expect(serializeCookies({ a: [1] }, { "cookie.a": { json: true } })).toBe("a=%5B1%5D");
  expect(serializeCookies({ a: "x;y", b: 1, c: undefined })).toBe("a=x%3By; b=1");
  const plain = { "cookie.a": { allowReserved: true }, "cookie.b": { allowReserved: true } };
  expect(serializeCookies({ a: "x/y=", b: "x;y" }, plain)).toBe("a=x/y=; b=x%3By");
});

describe("bodies", () => {
  test("are serialized by their media type", async () => {
    expect(serializeBody({ a: 1 }, "application/merge-patch+json")).toBe('{"a":1}');
    expect(String(serializeBody({ a: "é &" }, "application/x-www-form-urlencoded"))).toBe("a=%C3%A9+%26");
    expect(serializeBody("text", "text/plain")).toBe("text");
    const form = serializeBody(
      { file: new Blob(["x"]), tags: ["a", "b"], meta: { k: 1 }, none: null },
      "multipart/form-data",
    );
    expect(form).toBeInstanceOf(FormData);
    if (form instanceof FormData) {
      expect(form.getAll("tags")).toEqual(["a", "b"]);
      const meta = form.get("meta");
      expect(meta).toMatchObject({ type: "application/json" });
      if (meta instanceof Blob) expect(await meta.text()).toBe('{"k":1}');
      expect(form.get("file")).toBeInstanceOf(Blob);
      expect(form.has("none")).toBe(false);
    }
  });
});

test.each([
  ["/größe/{id}", "/gr%C3%B6%C3%9Fe/%C3%A4"],
  ["/a b/{id}:löschen", "/a%20b/%C3%A4:l%C3%B6schen"],
  ["/日本/{größe}", "/%E6%97%A5%E6%9C%AC/{größe}"],
  ["/caf%C3%A9/~a(b)/{id}", "/caf%C3%A9/~a(b)/%C3%A4"],
])("the path %s is written with the characters of a URI: %s", (path, want) => {
  const [{ parameters } = { parameters: [] }] = operationsOf({
    paths: {
      "/{id}": { get: { parameters: [{ name: "id", in: "path", required: true, schema: {} }], responses: {} } },
    },
  });
  const sent = parameters.map((parameter) => ({ parameter, value: "ä" }));
  expect(serializeParameters(path, sent).path).toBe(want);
});
