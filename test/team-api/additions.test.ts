import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { ended, type Run, run, startNode } from "../command-line.js";
import { compiled, copyOfProject } from "../generate/project.js";
import { rowsAt } from "../rows-at.js";
import { isRelease, THINNED } from "../sample.js";

// An operation, a field, a parameter, a status, a tag and a security scheme are added to a copy of this project: the
// contract, its examples and the handlers change, and no test. The first operation takes the steps of CONTRIBUTING.md.

const FIXTURES = "test/team-api/fixtures";
const HANDLERS = "src/team-api/sandbox/handlers";
const DELETION = `${HANDLERS}/delete-suppression.ts`;

/** Tests that an addition could break: they compare lists, counts or outputs with the contract, or change its server. A release has all. */
const TESTS = [
  ...["test/openapi/contract", "test/generate/handler", "test/export", "test/init", "test/docs/page-document"],
  ...["test/mock/mock", "test/mock/msw", "test/verify/engine/plan", "test/verify/traffic/faults", "test/verify/target"],
  ...["test/verify/resources/leftovers", "test/verify/resources/consumable-values", "test/team-api/names"],
  ...["test/team-api/sandbox/tenant-isolation", "test/team-api/sandbox/handlers"],
  ...["test/verify/engine/findings/exercised-parts", "test/verify/engine/assumptions", "test/team-api/sandbox/seed"],
  ...["test/team-api/sandbox/keys", "test/team-api/sandbox/http/contract-validation", "test/verify/suites/keys"],
  ...["test/openapi/extensions/defects", "test/diff/change-sentence", "test/generate/client-sample"],
  ...["test/mock/problems", "test/team-api/sandbox/requirements", "test/verify/report/additions"],
  // These take as long as all others.
  ...(isRelease ? ["test/faults/legal-variants", "test/docs/page.test", "test/lint/mistakes", "test/readme"] : []),
];

/** The copy, and the files that were written by hand for the first operation. */
let folder: string;
const written: string[] = [];
/** The run of the second operation before its handler is written. */
let unwritten: Run;
beforeAll(async () => {
  folder = await copyOfProject();
  const others = (await readdir(".")).filter((name) =>
    /^(test|docs|\.github|vitest\.config\.ts|redocly\.yaml|\.dependency-cruiser\.js|.*\.md)$/.test(name),
  );
  for (const name of others) await cp(name, join(folder, name), { recursive: true });
  await addDeletion();
  await addOthers();
});

const fixture = (name: string) => readFile(join(FIXTURES, name), "utf8");

/** Writes a file of the copy, by its text until then; empty for a new file. */
async function edit(file: string, change: (text: string) => string): Promise<void> {
  const path = join(folder, file);
  const text = await readFile(path, "utf8").catch(() => "");
  const changed = change(text);
  if (changed === text) throw new Error(`${file} is not changed.`);
  await writeFile(path, changed);
}

async function generate(operationId: string): Promise<void> {
  const { code, stderr } = await run(["scripts/generate.ts", "--handler", operationId], {}, folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
}

/** Adds requirements of an operation, and names it in the requirements of every operation. */
const withRequirements = (operationId: string, added: string) => (text: string) =>
  text
    .replace(/^( {2}(?:G[12]|U[123789]|U10):\n {4}operations: \[[^\]]+)/gm, `$1, ${operationId}`)
    .replace(/\n\nopen:/, `\n${added}$&`);

/** An open point that no other operation has, at the end of the file. */
const OWN_OPEN_POINT = `
  U12:
    operations: [deleteSuppression]
    open: The time until the platform sends to the address again.
`;

/** DELETE /suppressions/{suppression}, by the steps of "How to add an operation" in CONTRIBUTING.md. */
async function addDeletion(): Promise<void> {
  const files: [file: string, change: (text: string, added: string) => string, fixture: string][] = [
    ["openapi/paths/suppressions_{suppression}.yaml", (text, added) => text + added, "operation.yaml"],
    ["openapi/parameters/SuppressionId.yaml", (_, added) => added, "parameters/SuppressionId.yaml"],
    ["openapi/schemas/DeletedSuppression.yaml", (_, added) => added, "schemas/DeletedSuppression.yaml"],
    ["openapi/examples/DeletedSuppression.yaml", (_, added) => added, "examples/DeletedSuppression.yaml"],
    [
      "openapi/requirements.yaml",
      (text, added) =>
        withRequirements(
          "deleteSuppression",
          added,
        )(text)
          .replace(/^ {2}G3:\n {4}operations: \[[^\]]+/m, "$&, deleteSuppression")
          .replace(/\n$/, OWN_OPEN_POINT),
      "requirements.yaml",
    ],
  ];
  for (const [file, change, name] of files) {
    const added = await fixture(`delete-suppression/${name}`);
    await edit(file, (text) => change(text, added));
    written.push(file);
  }
  await generate("deleteSuppression");
  const handler = await fixture("delete-suppression/handler.ts");
  await edit(DELETION, () => handler);
  written.push(DELETION);
}

/** A list with pages, a tag and a scheme of its own; an optional field, a parameter and a status of another operation. */
async function addOthers(): Promise<void> {
  const additions = "test/team-api/fixtures/additions";
  const field = await fixture("additions/field.yaml");
  const requirements = await fixture("additions/requirements.yaml");
  for (const part of ["paths", "parameters", "schemas", "examples"]) {
    await cp(join(additions, part), join(folder, "openapi", part), { recursive: true });
  }
  // Its items leave U5 open.
  await edit("openapi/requirements.yaml", (text) =>
    withRequirements(
      "listContactImports",
      requirements,
    )(text).replace(/^ {2}U5:\n {4}operations: \[[^\]]+/m, "$&, listContactImports"),
  );
  await edit("openapi/openapi.yaml", (text) =>
    text
      .replace("\npaths:\n", "\n  - name: Import lists\n    description: Lists of contact imports.$&")
      // As the first one, so that no test counts on the order of operations.
      .replace("\npaths:\n", "$&  /contacts/imports:\n    $ref: paths/contacts_imports.yaml\n")
      .replace(
        "\nx-requirements:",
        "\n    TeamKey:\n      type: apiKey\n      in: header\n      name: X-Team-Key\n      description: An API key of the team.$&",
      ),
  );
  await edit("openapi/schemas/ContactImport.yaml", (text) => text.replace("  counts:\n", `${field}$&`));
  await edit("openapi/examples/CompletedImport.yaml", (text) => text.replace("  counts:\n", "  duration: 21636\n$&"));
  await edit("openapi/parameters/ContactImportId.yaml", (text) => `${text}  unknown:\n    value: ${UNKNOWN}\n`);
  await edit("openapi/paths/contacts_imports_{id}.yaml", (text) =>
    text
      .replace(/ContactImportId\.yaml\n/, "$&    - $ref: ../parameters/WithDuration.yaml\n")
      .replace("    4XX:\n", `${STATUS}$&`),
  );
  await edit(`${HANDLERS}/retrieve-contact-import.ts`, (text) =>
    text
      .replace("({ path }, {", "({ path, query }, {")
      .replace("body: importOf(row) }", "body: importOf(row, query?.with_duration) }")
      .replace("function importOf(", "export function importOf(")
      .replace("counts }: ImportRow)", "counts }: ImportRow, withDuration = true)")
      .replace(
        "    counts: {",
        "    ...(withDuration && completed_at !== null ? { duration: completed_at - created_at } : {}),\n$&",
      ),
  );
  await generate("listContactImports");
  unwritten = await run(["src/cli.ts", "verify", "--only", "listContactImports"], {}, folder);
  const handler = await fixture("additions/handler.ts");
  await edit(`${HANDLERS}/list-contact-imports.ts`, () => handler);
}

const UNKNOWN = "5d0c2f0e-6a55-4f0e-9f5e-2f6f2b6d7c11";
const STATUS = `    "404":
      description: The team has no import with this id.
      x-unspecified:
        U2: The body of an error is not specified.
      x-examples: [unknown]
`;

test("an operation is added by at most six files", () => {
  expect(written.length).toBeLessThanOrEqual(6);
});

test("a generated handler that is not written responds with 501, and verify fails", () => {
  expect(unwritten.code, unwritten.stderr).toBe(1);
  expect(unwritten.stdout).toMatch(
    /^1 cause\n {2}✗ GET \/contacts\/imports has no handler yet: 501 \(Not Implemented\) {2}\(\d+ test cases\)\n\n/m,
  );
});

test("the lint passes with the additions, and generated/ is up to date", async () => {
  const [lint, check] = await Promise.all(
    [["scripts/lint.ts"], ["scripts/generate.ts", "--check"]].map((args) => run(args, {}, folder)),
  );
  expect([lint?.code, check?.code], `${lint?.stdout}${lint?.stderr}${check?.stderr}`).toEqual([0, 0]);
});

test("the code compiles with the additions", async () => {
  const tests = THINNED === 1 ? ["test"] : [];
  expect(await compiled(folder, ["src", "scripts", "generated", ...tests])).toBe("");
});

test("verify passes with the additions, exercises every part of them, and has requests for all test cases", async () => {
  const { code, stdout } = await run(["src/cli.ts", "verify", "--coverage-min", "100"], {}, folder);
  expect(code, stdout).toBe(0);
  expect(stdout).not.toContain("budget");
});

test("the test cases of the added operation prove the deletion: a handler that deletes nothing fails, and nothing else is blamed", async () => {
  const args = ["src/cli.ts", "verify", "--only", "deleteSuppression"];
  const honest = await run(args, {}, folder);
  expect(honest.code, honest.stdout).toBe(0);
  const file = join(folder, DELETION);
  const handler = await readFile(file, "utf8");
  const lazy = handler.replace(" || !(await removeSuppression(db, id))", "");
  expect(lazy).not.toBe(handler);
  await writeFile(file, lazy);
  const { code, stdout } = await run(args, {}, folder);
  await writeFile(file, handler);
  expect(code, stdout).toBe(1);
  expect(stdout).toContain("✗ deleteSuppression succeeded, but the resource still exists (D1)  (1 test case)");
  expect(stdout).toContain("#/paths/~1suppressions~1{suppression}/delete/responses/2XX");
});

test("no test breaks that lists or counts something of the contract", async () => {
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--project",
    "repo",
    "--silent=true",
    "--maxWorkers=1",
    ...(isRelease ? TESTS : rowsAt(TESTS, 2 * THINNED)),
  ];
  const { code, stdout, stderr } = await ended(startNode(args, {}, folder));
  expect(code, `${stdout}${stderr}`).toBe(0);
});
