import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { loadingError } from "#scripts/lint/loading-error.js";
import { run } from "../command-line.js";
import { temporaryFolder } from "../temporary.js";

/** A typical mistake in our contract: the file, the text and what stands there by mistake, and the only problem. */
type Mistake = [title: string, file: string, right: string | RegExp, wrong: string, line: number, message: RegExp];

const IMPORTS = "paths/contacts_imports_{id}.yaml";
const IMPORT = "schemas/ContactImport.yaml";

const MISTAKES: Mistake[] = [
  [
    "an operationId is there twice",
    IMPORTS,
    "retrieveContactImport",
    "retrieveSuppression",
    2,
    /called `retrieveSuppression` too\. Call this one by a verb/,
  ],
  [
    "`responses` is missing",
    IMPORTS,
    / {2}responses:[\s\S]*$/,
    "",
    1,
    /retrieveContactImport has no `responses`\. Add one for each status/,
  ],
  [
    "a keyword is misspelt",
    IMPORT,
    "    const: contact",
    "    cnst: contact",
    7,
    /`cnst` is not expected here\. Did you mean const\?$/,
  ],
  ["a type is misspelt", IMPORT, "type: string\n    const", "type: sting\n    const", 6, /Did you mean string\?$/],
  [
    "a required property is misspelt",
    IMPORT,
    "[object, id,",
    "[object, idd,",
    3,
    /'idd' is not defined\. Did you mean id\?$/,
  ],
  [
    "a parameter of the path is missing",
    IMPORTS,
    "    - $ref: ../parameters/ContactImportId.yaml",
    "    []",
    6,
    /Add to `parameters`: \{ name: id, in: path/,
  ],
  ["a tag is misspelt", IMPORTS, "[Contact imports]", "[Contact import]", 3, /Did you mean Contact imports\?$/],
  [
    "a response has no description",
    IMPORTS,
    "      description: The contact import.\n",
    "",
    9,
    /Add `description: …` at this place\.$/,
  ],
  [
    "a security scheme is misspelt",
    "openapi.yaml",
    "  - BearerAuth: []",
    "  - BearerAuht: []",
    33,
    /Did you mean BearerAuth\?$/,
  ],
  [
    "a file is misspelt",
    "openapi.yaml",
    "$ref: paths/suppressions.yaml",
    "$ref: paths/supressions.yaml",
    48,
    /Did you mean paths\/suppressions\.yaml\?$/,
  ],
  [
    "nullable is of OpenAPI 3.0",
    "schemas/Suppression.yaml",
    'type: [string, "null"]\n    description: The id',
    "type: string\n    nullable: true\n    description: The id",
    22,
    /write: type: \[string, "null"\]$/,
  ],
  [
    "a path is not in the document",
    "openapi.yaml",
    /\n {2}\/contacts\/imports\/\{id\}:\n.*/,
    "",
    1,
    /^Nothing refers to this file\. Refer to it, or delete it\.$/,
  ],
  ["a parameter has no place", "parameters/Limit.yaml", "in: query\n", "", 1, /`in` must be present.*Add `in: …`/],
  [
    "an example has no value of a required field",
    "examples/CompletedImport.yaml",
    "  status: completed\n",
    "",
    3,
    /must have required property 'status'/,
  ],
];

interface Problem {
  message: string;
  location: { source: { ref: string }; start: { line: number } }[];
}

/** The problems of each mistake. Redocly CLI runs once for all. */
let found: Problem[][];
beforeAll(async () => {
  const documents = await Promise.all(MISTAKES.map(([, file, right, wrong]) => withMistake(file, right, wrong)));
  const { stdout } = await run(["scripts/lint.ts", ...documents, "--profile", "contract", "--format", "json"]);
  found = stdout.split(/(?<=^\})\n(?=\{)/m).map((part) => JSON.parse(part).problems);
});

/** A copy of the contract with a mistake in a file. */
async function withMistake(file: string, right: string | RegExp, wrong: string): Promise<string> {
  const folder = await temporaryFolder("mistake");
  await cp("openapi", folder, { recursive: true });
  const text = await readFile(join(folder, file), "utf8");
  expect(text).toMatch(right);
  await writeFile(join(folder, file), text.replace(right, wrong));
  return join(folder, "openapi.yaml");
}

test.each(MISTAKES)("one problem is reported, at its line and with its correction, if %s", (...mistake) => {
  const [, file, , , line, message] = mistake;
  const problems = found[MISTAKES.findIndex(([title]) => title === mistake[0])] ?? [];
  const [problem] = problems;
  const isUnused = problem?.message.startsWith("Nothing refers");
  expect(problems.map((each) => each.message)).toEqual([expect.stringMatching(message)]);
  expect(problem?.location[0]?.source.ref).toMatch(isUnused ? IMPORTS : file);
  expect(problem?.location[0]?.start.line).toBe(line);
});

test.each<[string, string, string, string, RegExp]>([
  [
    "indentation is wrong",
    "paths/suppressions.yaml",
    "  summary: List",
    "   summary: List",
    /paths\/suppressions\.yaml:53:11 bad indentation.*Begin the line in the column of its neighbors\.$/,
  ],
  [
    "a tab indents",
    IMPORT,
    "    const: contact",
    "\tconst: contact",
    /ContactImport\.yaml:7:1 tab characters.*Indent by spaces\.$/,
  ],
  [
    "a key is there twice",
    IMPORTS,
    "  summary: ",
    "  summary: One\n  summary: ",
    /\{id\}\.yaml:5:3 duplicated mapping key\. Remove one of the two\.$/,
  ],
  [
    "the version is a number",
    "openapi.yaml",
    "openapi: 3.1.1",
    "openapi: 3.1",
    /`openapi` is 3\.1, a number: put it in quotes\.$/,
  ],
])("the file, the line and the correction are named if %s", async (_, file, right, wrong, message) => {
  expect(await loadingError([await withMistake(file, right, wrong)])).toMatch(message);
});
