import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { CONTRACT } from "#cli/installation.js";
import { asObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { packageVersion, withContractVersion } from "#scripts/release/versions.js";

test("the contract, package.json and the lock file have the same version", async () => {
  const version = asObject((await loadDocument(CONTRACT)).info).version;
  expect(await packageVersion()).toBe(version);
  const lock: { version: string; packages: Record<string, { version: string }> } = JSON.parse(
    await readFile("package-lock.json", "utf8"),
  );
  expect([lock.version, lock.packages[""]?.version]).toEqual([version, version]);
});

test.each([
  { text: "info:\n  title: T\n  version: 0.1.0\n", want: "info:\n  title: T\n  version: 0.2.0\n" },
  {
    text: 'info: # ours\n  version: "0.1.0" # kept\npaths: {}\n',
    want: 'info: # ours\n  version: "0.2.0" # kept\npaths: {}\n',
  },
  {
    text: "openapi: 3.1.1\ninfo:\n  title: T\n\n  # a note\n  version: '0.1.0'\nx:\n  version: 9\n",
    want: "openapi: 3.1.1\ninfo:\n  title: T\n\n  # a note\n  version: '0.2.0'\nx:\n  version: 9\n",
  },
])("only the version under `info` changes: $text", ({ text, want }) => {
  expect(withContractVersion(text, "0.2.0")).toBe(want);
});

test("a contract without a version under `info` is rejected", () => {
  expect(() => withContractVersion("info:\n  title: T\nx:\n  version: 1\n", "0.2.0")).toThrow("has no line `version:`");
});
