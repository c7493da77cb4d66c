import { expect, test } from "vitest";
import { lastValueIn, resourcePaths } from "#statements/resources/path-parameters.js";

test.each([
  ["/things", []],
  ["/things/{id}", ["/things/{id}"]],
  ["/a/{b}/c/{d}/e", ["/a/{b}", "/a/{b}/c/{d}"]],
  ["/{tenant}/things", []],
  ["/things/{id}.json", []],
  ["/repos/{owner}/{repo}", ["/repos/{owner}/{repo}"]],
  ["/repos/{owner}/{repo}/issues/{index}", ["/repos/{owner}/{repo}", "/repos/{owner}/{repo}/issues/{index}"]],
  ["/{tenant}/things/{id}", ["/{tenant}/things/{id}"]],
])("the resources of %s are %j", (path, resources) => {
  expect(resourcePaths(path)).toEqual(resources);
});

test.each<[address: string, path: string, value: string | undefined]>([
  ["/things/7", "/things/{}", "7"],
  ["https://example.com/v2/things/a%20b/?lang=en#top", "/things/{}", "a b"],
  ["/a/1/b/2", "/a/{}/b/{}", "2"],
  ["/others/7", "/things/{}", undefined],
  ["/things/", "/things/{}", undefined],
  ["7", "/things/{}", undefined],
  ["", "/things/{}", undefined],
])("the address %s has for %s the value %s", (address, path, value) => {
  expect(lastValueIn(address, path)).toBe(value);
});
