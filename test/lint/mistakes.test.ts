import { cp, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { lintCommand } from "#scripts/lint/command.js";
import { loadingError } from "#scripts/lint/loading-error.js";
import { BEGINNING } from "../english/sentences.js";
import { runHere } from "../run-here.js";
import { sample } from "../sample.js";
import { temporaryFolder } from "../temporary.js";

/**
 * A typical mistake in our contract: the file, the text, what stands there by mistake, and the only problem. Its line is
 * named by its text, because additions to the contract move lines.
 */
type Mistake = [title: string, file: string, right: string | RegExp, wrong: string, at: string, message: RegExp];

const IMPORTS = "paths/contacts_imports_{id}.yaml";
const IMPORT = "schemas/ContactImport.yaml";

const ALL: Mistake[] = [
  [
    "a `$ref` stands beside `schema`, not below it",
    IMPORTS,
    "            $ref: ../schemas/C",
    "          $ref: ../schemas/C",
    "$ref: ../schemas",
    /ContactImport\.yaml" leads to something other than a MediaType: `type` and `description` are .*\. Indent it below `schema`\.$/,
  ],
  [
    "a `$ref` leads to a component of another kind",
    IMPORTS,
    "../schemas/ContactImport.yaml",
    "../parameters/Limit.yaml",
    "$ref: ../parameters/L",
    /leads to something other than a Schema: `name` and `in` are not part of one\. Name a file of the type Schema\.$/,
  ],
  [
    "a `$ref` to the parameter of the path is misspelt",
    IMPORTS,
    "parameters/ContactImportId",
    "parameters/ContactImportsId",
    "$ref: ../parameters/C",
    /the file does not exist\. Did you mean \.\.\/parameters\/ContactImportId\.yaml\?$/,
  ],
  [
    "a `$ref` lacks its `$`",
    IMPORTS,
    "$ref: ../schemas",
    "ref: ../schemas",
    "ref: ../schemas",
    /Did you mean \$ref\?$/,
  ],
  [
    "a `$ref` lacks its colon",
    IMPORTS,
    "$ref: ../schemas",
    "$ref ../schemas",
    "$ref ../schemas",
    /Put `: ` after `\$ref`\.$/,
  ],
  [
    "a `$ref` lacks the ending of the file",
    IMPORTS,
    "ContactImport.yaml",
    "ContactImport",
    "$ref: ../schemas/C",
    /the file does not exist\. Did you mean \.\.\/schemas\/ContactImport\.yaml\?$/,
  ],
  [
    "a `$ref` begins in the wrong folder",
    IMPORTS,
    "../schemas/ContactImport.yaml",
    "schemas/ContactImport.yaml",
    "$ref: schemas/C",
    /the folder does not exist\. Did you mean \.\.\/schemas\/ContactImport\.yaml\?$/,
  ],
  [
    "a `$ref` is one of a document in one file",
    IMPORTS,
    "../schemas/ContactImport.yaml",
    '"#/components/schemas/ContactImport"',
    '$ref: "#/',
    /this file has no components\. Did you mean \.\.\/schemas\/ContactImport\.yaml\?$/,
  ],
  [
    "an operationId is there twice",
    IMPORTS,
    "retrieveContactImport",
    "retrieveSuppression",
    "operationId:",
    /The operation at .*suppressions_\{suppression\}\.yaml:2 is called `retrieveSuppression` too\. Call one of them by a verb/,
  ],
  [
    "`responses` is missing",
    IMPORTS,
    / {2}responses:[\s\S]*$/,
    "",
    "get:",
    /retrieveContactImport has no `responses`\. Add one for each status/,
  ],
  [
    "a type is abbreviated",
    "schemas/Suppression.yaml",
    "type: object",
    "type: obj",
    "type: obj",
    /Did you mean object\?$/,
  ],
  [
    "a keyword is misspelt",
    IMPORT,
    "    const: contact",
    "    cnst: contact",
    "cnst:",
    /`cnst` is not expected here\. Did you mean const\?$/,
  ],
  [
    "a type is misspelt",
    IMPORT,
    "type: string\n    const",
    "type: sting\n    const",
    "type: sting",
    /Did you mean string\?$/,
  ],
  [
    "a required property is misspelt",
    IMPORT,
    "[object, id,",
    "[object, idd,",
    "required: [object",
    /'idd' is not defined\. Did you mean id\?$/,
  ],
  [
    "a field is indented below the one before it, which is a `$ref`",
    "schemas/Suppression.yaml",
    "  source_id:\n    type",
    "    source_id:\n    type",
    "source_id:",
    /Property `source_id` is not expected beside `\$ref`\. Begin the line in the column of `origin`, or remove it\.$/,
  ],
  [
    "a keyword beside a `$ref` is misspelt",
    "schemas/Suppression.yaml",
    "    description: The suppressed address.",
    "    descripton: The suppressed address.",
    "descripton:",
    /`descripton` is not expected beside `\$ref`\. Did you mean description\?$/,
  ],
  [
    "a `summary` is missing",
    IMPORTS,
    / {2}summary: .*\n/,
    "",
    "get:",
    /should contain `summary` field\. Add `summary: …`: what it does in a few words/,
  ],
  [
    "a scheme is used nowhere",
    "openapi.yaml",
    "  securitySchemes:\n",
    "  securitySchemes:\n    Spare:\n      type: http\n      scheme: basic\n      description: Not used.\n",
    "Spare:",
    /"Spare" is never used\. Use it, or remove it\.$/,
  ],
  [
    "a parameter of the path is missing",
    IMPORTS,
    / {2}parameters:[\s\S]*?(?= {2}responses:)/,
    "  parameters: []\n",
    "parameters:",
    /Add to `parameters`: \{ name: id, in: path/,
  ],
  ["a tag is misspelt", IMPORTS, "[Contact imports]", "[Contact import]", "tags:", /Did you mean Contact imports\?$/],
  [
    "a response has no description",
    IMPORTS,
    "      description: The contact import.\n",
    "",
    "    2XX:",
    /Add `description: …` at this place\.$/,
  ],
  [
    "a security scheme is misspelt",
    "openapi.yaml",
    "  - BearerAuth: []",
    "  - BearerAuht: []",
    "BearerAuht: []",
    /Did you mean BearerAuth\?$/,
  ],
  [
    "a file is misspelt",
    "openapi.yaml",
    "$ref: paths/suppressions.yaml",
    "$ref: paths/supressions.yaml",
    "$ref: paths/supressions.yaml",
    /Did you mean paths\/suppressions\.yaml\?$/,
  ],
  [
    "nullable is of OpenAPI 3.0",
    "schemas/Suppression.yaml",
    'type: [string, "null"]\n    description: The id',
    "type: string\n    nullable: true\n    description: The id",
    "nullable:",
    /write: type: \[string, "null"\]$/,
  ],
  [
    "a path is not in the document",
    "openapi.yaml",
    /\n {2}\/contacts\/imports\/\{id\}:\n.*/,
    "",
    "get:",
    /^Nothing refers to this file\. Refer to it, or delete it\.$/,
  ],
  [
    "a parameter has no place",
    "parameters/Limit.yaml",
    "in: query\n",
    "",
    "name: limit",
    /`in` must be present.*Add `in: …`/,
  ],
  [
    "indentation is wrong",
    "paths/suppressions.yaml",
    "  summary: List",
    "   summary: List",
    "   summary: List",
    /^Bad indentation of a mapping entry\. Begin the line in the column of its neighbors\.$/,
  ],
  [
    "a tab indents",
    IMPORT,
    "    const: contact",
    "\tconst: contact",
    "const: contact",
    /^Tab characters must not be used in indentation\. Indent by spaces\.$/,
  ],
  [
    "a key is there twice",
    IMPORTS,
    "  summary: ",
    "  summary: One\n  summary: ",
    "  summary: Retrieve",
    /^Duplicated mapping key\. Remove one of the two\.$/,
  ],
  [
    "a text has a colon",
    IMPORTS,
    "summary: Retrieve",
    "summary: Retrieve: it is",
    "summary:",
    /^Bad indentation .*Put the text in quotes, because it contains `: `\.$/,
  ],
  [
    "`required` stands at a property",
    IMPORT,
    "    const: contact_import",
    "    const: contact_import\n    required: true",
    "required: true",
    /got `boolean`\. List it beside the `properties` that have it: `required: \[object\]`\.$/,
  ],
  [
    "a path parameter is optional",
    "parameters/ContactImportId.yaml",
    "required: true",
    "required: false",
    "required: false",
    /has to be required\. Write: required: true$/,
  ],
  [
    "a status is misspelt",
    IMPORTS,
    "    2XX:",
    "    20O:",
    "20O:",
    /`20O` is not expected here\. A status is three digits, a range such as `2XX`, or `default`\.$/,
  ],
  [
    "a property that is nearly called as a keyword is not indented",
    IMPORT,
    "\nif:\n",
    "\nnote:\n  type: string\n  description: A note.\nif:\n",
    "note:",
    /`note` is not expected here\. Indent it below `properties`, remove it, or begin its name with `x-`\.$/,
  ],
  [
    "a property is not indented",
    IMPORT,
    "  counts:\n    $ref",
    "counts:\n    $ref",
    "counts:",
    /Indent it below `properties`, remove it, or begin its name with `x-`\.$/,
  ],
  [
    "a list stands in place of names",
    IMPORTS,
    "    2XX:",
    "  - 2XX:",
    "- 2XX:",
    /got `array`\. Write names and values: remove the `- ` before them\.$/,
  ],
  [
    "a parameter has no schema",
    "parameters/Limit.yaml",
    /schema:\n( {2}.*\n)+?(?=examples)/,
    "",
    "name:",
    /Add `schema: …`/,
  ],
  [
    "an extension is misspelt",
    "paths/suppressions.yaml",
    "x-pagination:",
    "x-paginaton:",
    "x-paginaton:",
    /Did you mean `x-pagination`\?$/,
  ],
  [
    "the key of an example is misspelt",
    IMPORTS,
    "            completed:",
    "            complete:",
    "description:",
    /an example `complete`, which the response 2XX has\. .* has `completed`, without a response: give both the same key\.$/,
  ],
  [
    "a requirement names a place that does not exist",
    "requirements.yaml",
    "#/components/schemas/ImportTimestamp",
    "#/components/schemas/ImportTimestmp",
    "ImportTimestmp",
    /#\/components\/schemas has no `ImportTimestmp`\. Did you mean `ImportTimestamp`\?$/,
  ],
  [
    "a requirement names an operation that does not exist",
    "requirements.yaml",
    "retrieveContactImport",
    "retrieveContactImprt",
    "retrieveContactImprt",
    /Did you mean `retrieveContactImport`\?$/,
  ],
  [
    "an operation of the beta is not named by the requirement of the beta",
    IMPORTS,
    "  summary: R",
    "  x-stability-level: beta\n  summary: R",
    "get:",
    /^Add retrieveContactImport to `operations` of G3 \(`x-stability-level: beta`\): its parts say so\.$/,
  ],
  [
    "an open point does not name an operation whose part leaves it open",
    IMPORTS,
    "        U1: ",
    "        U6: The order is open.\n        U1: ",
    "get:",
    /^Add retrieveContactImport to `operations` of U6 \(`x-unspecified`\): its parts say so\.$/,
  ],
  [
    "a choice beside a property lacks a new member of its enumeration",
    "schemas/SuppressionOrigin.yaml",
    "[bounce, complaint, manual]",
    "[bounce, complaint, manual, spam]",
    "enum:",
    /^No branch of #\/components\/schemas\/Suppression\/oneOf admits "spam" as `origin`, .* Add it to a branch, or remove it\.$/,
  ],
  [
    "the response of an example is missing",
    "paths/suppressions.yaml",
    /( {12}nextPage:\n.*\n)/,
    "",
    "operationId: listSuppressions",
    /^No response of listSuppressions has an example `nextPage`, which the query parameter `limit` and the query parameter `after` have\. Add one/,
  ],
  [
    "a field of an example is misspelt",
    "examples/CompletedImport.yaml",
    "  status: ",
    "  statsu: ",
    "statsu:",
    /^The example has the field \/statsu\. Did you mean status\?$/,
  ],
  [
    "a parameter of the path has another name there",
    "parameters/ContactImportId.yaml",
    "name: id",
    "name: import_id",
    "name:",
    /^Path parameter `import_id` is not used in the path `\/contacts\/imports\/\{id\}`\. Give both one name: `import_id` or `id`\.$/,
  ],
  [
    "a `$ref` of a parameter lacks its `$`",
    IMPORTS,
    "$ref: ../parameters",
    "ref: ../parameters",
    "ref: ../parameters",
    /Did you mean \$ref\?$/,
  ],
  [
    "an operation has no operationId",
    IMPORTS,
    / {2}operationId: .*\n/,
    "",
    "get:",
    /^Operation object should contain `operationId` field\. Add `operationId: …`: a verb and a noun, as in `listThings`\.$/,
  ],
  [
    "`content` is missing",
    IMPORTS,
    / {6}content:\n[\s\S]*?(?= {4}4XX)/,
    "      application/json: { schema: { $ref: ../schemas/ContactImport.yaml } }\n",
    "application/json",
    /^Property `application\/json` is not expected here\. Write `content:` before it, and indent it below\.$/,
  ],
  [
    "two bounds contradict each other",
    "schemas/EmailAddress.yaml",
    /$/,
    "minLength: 400\nmaxLength: 300\n",
    "minLength:",
    /^No value fits `minLength` 400 and `maxLength` 300\. Correct one of them\.$/,
  ],
  [
    "an example has a name that nothing reads",
    IMPORT,
    "examples: [completed]",
    "x-example: completed",
    "x-example:",
    /^Nothing reads `x-example` here\. Write `example`\.$/,
  ],
  [
    "a format is misspelt",
    IMPORT,
    "format: uuid",
    "format: uid",
    "format:",
    /^No standard has the format `uid`\. Did you mean uuid\?$/,
  ],
  [
    "a media type is misspelt",
    IMPORTS,
    "application/json",
    "application/jsn",
    "application/jsn",
    /Did you mean application\/json\?$/,
  ],
  [
    "a default beside a `$ref` is outside its schema",
    IMPORT,
    "    $ref: ContactImportCounts.yaml",
    "    $ref: ContactImportCounts.yaml\n    default: none",
    "default: none",
    /^The default's value must be object\. It is "none"\./,
  ],
  [
    "a default has neither the type nor a member of its schema",
    IMPORT,
    "    x-extensible-enum: [completed]",
    "    enum: [completed]\n    default: 5",
    "default: 5",
    /^The default's value must be string\. It is 5\./,
  ],
  [
    "a default stands beside `schema`",
    "parameters/Limit.yaml",
    "  default: 20",
    "default: 20",
    "default: 20",
    /^Property `default` is not expected here\. Indent it below `schema`\.$/,
  ],
  ["a range of statuses has small letters", IMPORTS, "2XX:", "2xx:", "2xx:", /Did you mean 2XX\?$/],
  [
    "types stand in a text",
    IMPORT,
    "type: string\n    format",
    "type: string, null\n    format",
    "type: string, null",
    /Write a list: \[string, "null"\]$/,
  ],
  [
    "an exclusive bound is a flag",
    "parameters/Limit.yaml",
    "minimum: 1\n",
    "minimum: 1\n  exclusiveMinimum: true\n",
    "exclusiveMinimum:",
    /In OpenAPI 3\.1, write the bound here, in place of `minimum`: exclusiveMinimum: 1$/,
  ],
  [
    "an example has no value of a required field",
    "examples/CompletedImport.yaml",
    "  status: completed\n",
    "",
    "object: contact_import",
    /must have required property 'status'/,
  ],
];

interface Problem {
  message: string;
  location: { source: { ref: string }; start: { line: number } }[];
}

const MISTAKES = sample(ALL, 4);

/** The problems of each mistake. Redocly CLI runs once for all. */
let found: Problem[][];
let documents: string[];
beforeAll(async () => {
  documents = await Promise.all(MISTAKES.map(([, file, right, wrong]) => withMistake(file, right, wrong)));
  const { stdout } = await runHere(lintCommand, [...documents, "--profile", "contract", "--format", "json"]);
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

test.each(MISTAKES)("one problem is reported, at its line and with its correction, if %s", async (...mistake) => {
  const [, file, , , at, message] = mistake;
  const index = MISTAKES.findIndex(([title]) => title === mistake[0]);
  const problems = found[index] ?? [];
  const [problem] = problems;
  const blamed = problem?.message.startsWith("Nothing refers") ? IMPORTS : file;
  expect(problems.map((each) => each.message)).toEqual([expect.stringMatching(message)]);
  expect(problem?.message).toMatch(BEGINNING);
  expect(problem?.location[0]?.source.ref).toMatch(blamed);
  const text = await readFile(join(dirname(documents[index] ?? ""), blamed), "utf8");
  const line = text.split("\n")[(problem?.location[0]?.start.line ?? 0) - 1];
  expect(line).toContain(at);
});

test.each(
  sample<[string, string, string, string, RegExp]>(
    [
      ["a key is there twice", "info:", "openapi: 3.1.1\ninfo:", "2:1", /^Duplicated .* Remove one of the two\.$/],
      ["a tab indents", "  title:", "\ttitle:", "3:1", /^Tab characters.* Indent by spaces\.$/],
    ],
    2,
  ),
)("the root is one problem at its place if %s", async (_, right, wrong, place, message) => {
  const { stdout, code } = await runHere(lintCommand, [
    await withMistake("openapi.yaml", right, wrong),
    "--format",
    "json",
  ]);
  const { problems } = JSON.parse(stdout);
  const [{ location }] = problems;
  expect([code, problems.map((each: Problem) => each.message)]).toEqual([1, [expect.stringMatching(message)]]);
  expect(location[0].source.ref).toMatch(/openapi\.yaml$/);
  expect(`${location[0].start.line}:${location[0].start.col}`).toBe(place);
});

test("a new operation without an example is told what its requirements lack in the same run", async () => {
  const operation = {
    get: {
      operationId: "listDomains",
      tags: ["Suppressions"],
      summary: "List the domains",
      "x-stability-level": "beta",
      responses: { 200: { description: "Domains.", content: { "application/json": { schema: { type: "array" } } } } },
    },
  };
  const document = await withMistake("openapi.yaml", "\npaths:\n", `$&  /domains: ${JSON.stringify(operation)}\n`);
  const { stdout } = await runHere(lintCommand, [document, "--profile", "contract", "--format", "json"]);
  expect(JSON.parse(stdout).problems.map((each: Problem) => each.message)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/listDomains has no complete example/),
      expect.stringMatching(/^No requirement names listDomains\..*, also of G3 \(`x-stability-level: beta`\), and one/),
    ]),
  );
});

test("a version that is a number is named with its correction", async () => {
  const error = await loadingError(await withMistake("openapi.yaml", "openapi: 3.1.1", "openapi: 3.1"));
  expect(error?.message).toMatch(/`openapi` is 3\.1, a number: put it in quotes\.$/);
});

test.each<[string[], number, string | RegExp]>([
  [["--fromat", "json"], 2, "Unknown option '--fromat'. Did you mean --format?\n"],
  [["--colour"], 2, "Unknown option '--colour'. --help lists the options.\n"],
  [["--max-problems", "many"], 2, "--max-problems many is not valid. Use a whole number.\n"],
  [
    ["--help"],
    0,
    /^Checks a document by the rules of Redocly CLI, and by our own\.\n\n {2}npm run lint -- \[options\]\n/,
  ],
])("lint %j exits with %i, and says why", async (args, code, want) => {
  const ran = await runHere(lintCommand, args);
  expect(ran.code).toBe(code);
  expect(ran.stdout + ran.stderr).toMatch(want);
  expect(ran.stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});
