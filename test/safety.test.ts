import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const table = await readFile("test/safety.md", "utf8");
const ROW = /^\| (.+?) \| `(test\/[\w/.-]+\.test\.ts)` \| (.+?) \|$/gm;
const rows = [...table.matchAll(ROW)].map(
  ([, statement = "", file = "", name = ""]) => [statement, file, name] as const,
);

/** The page of the statements. After a change: `npx vitest run test/safety.test.ts -u`. */
const PAGE = `# Safety

Each statement has a test. [test/safety.md](../test/safety.md) names the tests, and has further statements. This page is generated from it.

${table
  .split(/^(?=## )/m)
  .slice(1)
  .map((section) => {
    const [heading] = section.split("\n");
    const statements = [...section.matchAll(ROW)].map(([, statement = ""]) => statement);
    const lines = statements.filter((statement) => !/^[〃(]/.test(statement)).map((statement) => `- ${statement}\n`);
    return `${heading}\n\n${lines.join("")}`;
  })
  .join("\n")}`;

test("docs/safety.md has the statements of the table, without details", async () => {
  await expect(PAGE).toMatchFileSnapshot("../docs/safety.md");
});

test("every row of test/safety.md can be read", () => {
  const lines = table.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| statement |"));
  expect(rows.length).toBe(lines.length);
  expect(new Set(rows.map(([, file, name]) => `${file} ${name}`)).size).toBe(rows.length);
});

test.each(rows)("“%s” names a test that exists: %s › %s", async (_, file, name) => {
  const text = await readFile(file, "utf8");
  // In the code, a quotation mark ends no name, and a comment names no test.
  const code = text.replace(/^\s*(\/\/|\*).*$/gm, "");
  expect(code).toContain(name);
});
