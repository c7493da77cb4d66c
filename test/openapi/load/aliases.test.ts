import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { valueAt } from "#openapi/document/pointer.js";
import { loadWithFiles } from "#openapi/load/load.js";
import { readOverlay } from "#openapi/overlay/read-overlay.js";
import { temporaryFolder } from "#test/temporary.js";

/** Ten lists of ten aliases each, the first one in line 3: together they stand for ten billion parts. */
const LEVELS = "abcdefghij"
  .split("")
  .map((name, level, names) => {
    const items = level === 0 ? "1, 2" : Array.from({ length: 10 }, () => `*${names[level - 1]}`).join(", ");
    return `x-${name}: &${name} [${items}]\n`;
  })
  .join("");

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(await temporaryFolder("aliases"), name);
  await writeFile(file, text);
  return file;
}

const HEAD = "openapi: 3.1.1\ninfo: {title: T, version: '1'}\n";

describe("a file whose aliases stand for very many parts is refused at once, with the line", () => {
  const problem = "aliases stand for more than 200,000 parts (line 8)";

  test("a document", async () => {
    const file = await fileOf("api.yaml", `${HEAD}${LEVELS}paths: {}\n`);
    await expect(loadWithFiles(file)).rejects.toThrow(
      `api.yaml cannot be read. The ${problem}. Write such a part once as a component, and refer to it by $ref.`,
    );
  });

  test("an overlay", async () => {
    const head = "overlay: 1.0.0\ninfo: {title: T, version: '1'}\n";
    const file = await fileOf("o.yaml", `${head}${LEVELS}actions: [{target: $.info, update: *j}]\n`);
    await expect(readOverlay(file)).rejects.toThrow(problem);
  });

  test("a file that the document refers to: only what depends on it is left out", async () => {
    const file = await fileOf(
      "api.yaml",
      `${HEAD}paths: {/a: {get: {responses: {200: {$ref: 'bomb.yaml'}}}}, /b: {get: {responses: {}}}}\n`,
    );
    await writeFile(join(file, "../bomb.yaml"), `description: OK\nx-1: {}\n${LEVELS}`);
    const { document, warnings } = await loadWithFiles(file);
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining(problem)]);
    expect(Object.keys(Object(document.paths))).toEqual(["/a", "/b"]);
  });
});

describe("scalars count, although the parser keeps no alias of one", () => {
  const list = (item: string, count: number) => `[${Array(count).fill(item).join(", ")}]`;

  test.each([
    [
      "a long text, many times",
      `x-a: &a "${"z".repeat(100_000)}"\nx-b: ${list("*a", 200)}\n`,
      "10,000,000 characters (line 4)",
    ],
    [
      "a text in lists of lists",
      `x-a: &a "${"z".repeat(10_000)}"\nx-b: &b ${list("*a", 40)}\nx-c: &c ${list("*b", 40)}\n`,
      "10,000,000 characters (line 5)",
    ],
    [
      "long names",
      `x-a: &a {${"z".repeat(1000)}: 1}\nx-b: &b ${list("*a", 200)}\nx-c: ${list("*b", 60)}\n`,
      "10,000,000 characters (line 5)",
    ],
    ["numbers", `x-a: &a ${list("1", 1000)}\nx-b: ${list("*a", 300)}\n`, "200,000 parts (line 4)"],
  ])("%s", async (_, text, want) => {
    const file = await fileOf("api.yaml", `${HEAD}${text}paths: {}\n`);
    await expect(loadWithFiles(file)).rejects.toThrow(`aliases stand for more than ${want}`);
  });

  test("a file without aliases may be as long as it likes", async () => {
    const text = `x-a: ${list("1", 300_000)}\nx-b: "${"z".repeat(11_000_000)}"\npaths: {}\n`;
    await expect(loadWithFiles(await fileOf("api.yaml", HEAD + text))).resolves.toBeDefined();
  });
});

test("aliases that stand for few parts are read", async () => {
  const schemas = "components: {schemas: {A: &a {type: string}, B: {properties: {a: *a, b: *a}}, C: {items: *a}}}\n";
  const { document } = await loadWithFiles(await fileOf("api.yaml", `${HEAD}paths: {}\n${schemas}`));
  expect(valueAt(document, "#/components/schemas/B/properties/b")).toEqual({ type: "string" });
});
