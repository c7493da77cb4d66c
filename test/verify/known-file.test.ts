import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "#test/temporary.js";
import { readKnownFile } from "#verify/command/known/read.js";
import { updatedText } from "#verify/command/known/text.js";
import type { KnownCause } from "#verify/model/known.js";

const ENTRY: KnownCause = {
  cause: "accepts query limit",
  reason: "old",
  operations: { listThings: ["listThings › a"] },
};
const OTHER: KnownCause = { ...ENTRY, cause: "media type of errors: text/html", title: "404 is HTML: not JSON" };

async function fileOf(text: string): Promise<string> {
  const path = join(await temporaryFolder("known"), "known.yaml");
  await writeFile(path, text);
  return path;
}

describe("a file that cannot be used is reported in one line: where, and the remedy", () => {
  const entry = (...lines: string[]) =>
    ["known:", "  - cause: a", ...lines.map((line) => `    ${line}`), ""].join("\n");
  const OPERATIONS = "operations: { listThings: [a] }";
  const ROWS = [
    ["is not YAML", "known:\n  - cause: [", /known\.yaml: this is not valid YAML \(line \d\).*\. Correct it\.$/],
    ["has no list", "causes: []", /known\.yaml: the file has no list of known causes\. Begin with known:/],
    [
      "has an entry without a reason",
      entry(OPERATIONS),
      /known\.yaml:2: known\.0: write the reason: why is it accepted\?$/,
    ],
    [
      "has an entry without operations",
      entry("reason: b"),
      /known\.yaml:2: known\.0: add operations\. --update-known writes/,
    ],
    [
      "lists operations without test cases",
      entry("reason: b", "operations: [listThings]"),
      /known\.yaml:4: known\.0\.operations: write each operation with a list of test cases/,
    ],
    [
      "has an unknown property",
      entry("reason: b", OPERATIONS, "expire: 2026-01-01"),
      /known\.yaml:5: known\.0\.expire: this is not a property\. /,
    ],
    [
      "has a date of another form",
      entry("reason: b", OPERATIONS, "expires: 1.2.2026"),
      /known\.yaml:5: .*write the last day as YEAR-MONTH-DAY/,
    ],
    [
      "has a day that does not exist",
      entry("reason: b", OPERATIONS, "expires: 2026-02-30"),
      /known\.yaml:5: .*this day does not exist\.$/,
    ],
    [
      "has an issue without an address",
      entry("reason: b", OPERATIONS, "issue: JIRA-1"),
      /known\.yaml:5: .*write an address: https:/,
    ],
    [
      "has a cause twice",
      `${entry("reason: b", OPERATIONS)}  - { cause: a, reason: c, ${OPERATIONS} }\n`,
      /known\.yaml:5: known\.1\.cause: another entry has this cause\. Write one entry for both\.$/,
    ],
  ] as const;
  test.for(ROWS)("it %s", async ([, text, message]) => {
    await expect(readKnownFile(await fileOf(text), false)).rejects.toThrow(message);
  });

  test("it does not exist, unless the run writes it", async () => {
    const path = join(await temporaryFolder("known"), "known.yaml");
    await expect(readKnownFile(path, false)).rejects.toThrow(/this file does not exist\. Write it .*: --update-known$/);
    expect(await readKnownFile(path, true)).toEqual({ path, text: undefined, entries: [] });
  });
});

describe("the text of an updated file", () => {
  /** The text after an update, read again. */
  async function updated(text: string | undefined, entries: readonly KnownCause[]) {
    const before = text === undefined ? [] : (await readKnownFile(await fileOf(text), false)).entries;
    const after = await updatedText({ text, entries: before }, entries);
    expect((await readKnownFile(await fileOf(after.text), false)).entries).toEqual(entries);
    return after;
  }

  const WRITTEN = `# Ours.
known:
  # The team of the gateway knows it.
  - cause: accepts query limit   # since 2019
    reason: "old"
    operations:
      listThings: [listThings › a]
    issue: https://example.com/1

  # Not clear yet.
  - operations: { listThings: ["listThings › a"] }
    cause: "media type of errors: text/html"
    title: '404 is HTML: not JSON'
    reason: old
# The end.
`;
  const FIRST = { ...ENTRY, issue: "https://example.com/1" };

  test("of a new file names its schema, and has the entries in a form that the next update keeps", async () => {
    const { text } = await updated(undefined, [ENTRY, OTHER]);
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+known\.schema\.json\n/);
    expect(await updated(text, [ENTRY, OTHER])).toEqual({ text, isRewritten: false });
  });

  test("is the same bytes if nothing has changed", async () => {
    expect(await updated(WRITTEN, [FIRST, OTHER])).toEqual({ text: WRITTEN, isRewritten: false });
  });

  test("has the comments and the form of the entries that stay, and not those of an entry that is gone", async () => {
    const { text } = await updated(WRITTEN, [FIRST]);
    expect(text).toBe(WRITTEN.replace(/\n\n {2}# Not clear[\s\S]*reason: old(?=\n# The end)/, ""));
  });

  test("has the other operations of an entry, and keeps its other lines", async () => {
    const operations = { addThing: ["addThing › b"], listThings: ["listThings › a"] };
    const { text } = await updated(WRITTEN, [{ ...FIRST, operations }, OTHER]);
    const lines = "addThing:\n        - addThing › b\n      listThings:\n        - listThings › a";
    expect(text).toBe(WRITTEN.replace("listThings: [listThings › a]", lines));
  });

  test("has a new entry between those that are there", async () => {
    const { text } = await updated(WRITTEN, [FIRST, { ...ENTRY, cause: "b" }, OTHER]);
    expect(text).toContain("issue: https://example.com/1\n  - cause: b\n    reason: old\n");
    expect(text).toContain("# since 2019");
  });

  test("is an empty list without an entry", async () => {
    expect((await updated(WRITTEN, [])).text).toBe("# Ours.\nknown: []\n# The end.\n");
    expect((await updated("known: []\n", [ENTRY])).text).toContain("known:\n  - cause: accepts query limit\n");
  });

  test("of a file in another form is rewritten, and says so", async () => {
    const text = `known: [${JSON.stringify(ENTRY)}]\n`;
    expect(await updated(text, [ENTRY, OTHER])).toMatchObject({ isRewritten: true });
  });
});

test("the published schema is the one by which files are read", async () => {
  const published: unknown = JSON.parse(await readFile("generated/known.schema.json", "utf8"));
  expect(published).toMatchObject({ title: "Known findings", required: ["known"] });
});
