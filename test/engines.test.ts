import { readFile } from "node:fs/promises";
import { satisfies } from "semver";
import { expect, test } from "vitest";
import { asObject } from "#openapi/document/document.js";

/** The oldest versions of Node.js that `engines` of package.json admits, of each line. */
const OLDEST = ["20.19.0", "22.13.0", "24.0.0"];

test("npm ci prints no engine warning: every installed package supports the oldest versions of Node.js", async () => {
  const { engines } = JSON.parse(await readFile("package.json", "utf8"));
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  expect(OLDEST.filter((version) => !satisfies(version, engines.node))).toEqual([]);
  expect(["20.18.3", "21.7.0", "22.12.0"].filter((version) => satisfies(version, engines.node))).toEqual([]);
  const unsupported = Object.entries(asObject(packages)).flatMap(([path, entry]) => {
    const { node = "*" } = asObject(asObject(entry).engines);
    return OLDEST.filter((version) => !satisfies(version, String(node))).map(
      (version) => `${path} needs Node.js ${node}, so not ${version}`,
    );
  });
  expect(unsupported).toEqual([]);
});
