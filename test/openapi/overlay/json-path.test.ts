import { expect, test } from "vitest";
import { findParts } from "#openapi/overlay/json-path.js";

const DOCUMENT = {
  info: { title: "Small", "x-note": "a'b" },
  paths: {
    "/things": {
      get: {
        tags: ["a"],
        parameters: [
          { name: "limit", in: "query" },
          { name: "q", in: "query", required: true },
        ],
      },
      post: { tags: ["b", "c"] },
    },
    "/things/{id}": { get: { parameters: [{ name: "id", in: "path", required: true }] } },
  },
};

test.each<[path: string, found: string[]]>([
  ["$", ["/"]],
  ["$.info.title", ["/info/title"]],
  ["$['info']['x-note']", ["/info/x-note"]],
  ['$.paths["/things"].get', ["/paths//things/get"]],
  ["$.paths['/things'].*", ["/paths//things/get", "/paths//things/post"]],
  ["$.paths.*.get", ["/paths//things/get", "/paths//things/{id}/get"]],
  ["$.paths[*]['get', 'post']", ["/paths//things/get", "/paths//things/post", "/paths//things/{id}/get"]],
  ["$.paths['/things'].get.parameters[0].name", ["/paths//things/get/parameters/0/name"]],
  ["$.paths['/things'].get.parameters[-1]", ["/paths//things/get/parameters/1"]],
  ["$..tags[0]", ["/paths//things/get/tags/0", "/paths//things/post/tags/0"]],
  ["$..parameters[?@.name == 'q']", ["/paths//things/get/parameters/1"]],
  ["$..parameters[?@.in=='query' && @.name!='q']", ["/paths//things/get/parameters/0"]],
  [
    "$..parameters[?@.name=='q' || @.in=='path'].in",
    ["/paths//things/get/parameters/1/in", "/paths//things/{id}/get/parameters/0/in"],
  ],
  ["$..parameters[?@.required]", ["/paths//things/get/parameters/1", "/paths//things/{id}/get/parameters/0"]],
  ["$..parameters[?!@.required]", ["/paths//things/get/parameters/0"]],
  [
    "$..parameters[?@['required'] == true].name",
    ["/paths//things/get/parameters/1/name", "/paths//things/{id}/get/parameters/0/name"],
  ],
  ["$.paths['/nothing']", []],
  ["$.info.title.length", []],
])("%s selects %j", (path, found) => {
  expect(findParts(DOCUMENT, path).map((each) => `/${each.join("/")}`)).toEqual(found);
});

test.each([
  ["paths", "at character 1, it begins with `$`"],
  ["$paths", "at character 2, `.` or `[` is expected"],
  ["$.", "at character 3, a name is expected"],
  ["$.info.x-note", "at character 9, a name with `-` needs brackets and quotes: `['x-name']`"],
  ["$.paths['/things'", "at character 18, `]` is expected; slices are not supported"],
  ["$.a[0:2]", "at character 6, `]` is expected; slices are not supported"],
  ["$.a[b]", "at character 5, a name in quotes, an index, `*` or a filter is expected"],
  ["$.a[?length(@) > 2]", "at character 6, `@` is expected; parentheses and functions are not supported"],
  ["$.a[?@.b == c]", "at character 13, a text in quotes, a number, true, false or null is expected"],
])("%s is an error: %s", (path, message) => {
  expect(() => findParts({}, path)).toThrow(message);
});
