import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { lintCommand } from "#scripts/lint/command.js";
import { rules } from "../../openapi/lint/plugin.js";
import { run } from "../command-line.js";
import { BEGINNING } from "../english/sentences.js";
import { runHere } from "../run-here.js";
import { exhaustive, thorough } from "../sample.js";
import { temporaryFolder } from "../temporary.js";

const FOLDER = "test/lint/fixtures";

/** The fixtures that refer to files in `parts/`, by the name of the file. */
const FIXTURES_OF_PARTS: Record<string, string> = {
  "some-thing.yaml": "component-name",
  "Item.yaml": "extensions-fit",
  "Unused.yaml": "file-used",
};

interface Problem {
  ruleId: string;
  message: string;
  location: { source: { ref: string } }[];
}

/** The problems of each fixture: rule and message. Redocly CLI runs once for all fixtures. */
const found = new Map<string, { rule: string; message: string }[]>();

beforeAll(async () => {
  const fixtures = (await readdir(FOLDER)).filter((name) => name.endsWith(".yaml") && name !== "redocly.yaml");
  const files = fixtures.map((name) => `${FOLDER}/${name}`);
  const { stdout } = await runHere(lintCommand, [...files, "--config", `${FOLDER}/redocly.yaml`, "--format", "json"]);
  // Redocly prints a JSON object for each file.
  const reports: { problems: Problem[] }[] = stdout.split(/(?<=^\})\n(?=\{)/m).map((part) => JSON.parse(part));
  const problems = reports.flatMap((report) => report.problems);
  for (const name of fixtures) found.set(basename(name, ".yaml"), []);
  for (const { ruleId, message, location } of problems) {
    const at = location[0]?.source.ref ?? "";
    const fixture = FIXTURES_OF_PARTS[basename(at)] ?? basename(at, ".yaml");
    found.get(fixture)?.push({ rule: ruleId.replace("contract/", ""), message });
  }
});

describe("the project's lint rules", () => {
  test("each have a failing fixture of their name", async () => {
    const names = (await readdir(FOLDER)).map((name) => basename(name, ".yaml"));
    expect(names).toEqual(expect.arrayContaining(Object.keys(rules)));
  });

  test("begin each sentence with a capital letter, also those of Redocly CLI", () => {
    const sentences = [...found.values()].flat().map(({ message }) => message);
    expect(sentences.length).toBeGreaterThan(30);
    expect(sentences.filter((message) => !BEGINNING.test(message))).toEqual([]);
  });

  test("report nothing for a valid document", () => {
    expect(found.get("clean")).toEqual([]);
  });

  test("name the file that is meant, as docs/api-owner.md shows it", async () => {
    const docs = await readFile("docs/api-owner.md", "utf8");
    const [line = "", wrong = "", right = ""] =
      /The \$ref "(.*)" leads nowhere: .* Did you mean (.*)\?/.exec(docs) ?? [];
    const shown = line.replace(wrong, "files/Thign.yaml").replace(right, "files/Thing.yaml");
    expect(found.get("reference-resolves")).toContainEqual({ rule: "reference-resolves", message: shown });
  });

  // Each fixture violates one rule only. The messages contain the remedy.
  test.each<[keyof typeof rules, RegExp[]]>([
    [
      "paired-example-keys",
      [
        /No parameter or request body of retrieveThing has an example `orphan`.*the path parameter `id` has `lonely`, without a response: give both the same key/,
        /No response of readThing has an example `lonely`, which the path parameter `id` has\. Add one with the same key/,
        /No parameter or request body of showThing has an example `orphan`.*Add the request values/,
      ],
    ],
    [
      "field-in-example",
      [/^No example of retrieveThing has this field of the response\. Add it to one of them: `note: \S+`$/],
    ],
    [
      "path-parameter-required",
      [
        /^The path parameter `id` has to be required\. Write: required: true$/,
        /^The path parameter `part` has to be required\. Write: required: true$/,
      ],
    ],
    [
      "requirement-per-operation",
      [
        /^No requirement names retrieveShelf\. .* one of its own: `X1: \{ operations: \[retrieveShelf\], requirement: GET \/shelves\/\{id\} …, stated: \["#\/paths\/~1shelves~1\{id\}\/get\/responses"\] \}`$/,
      ],
    ],
    [
      "link-resolves",
      [
        /^There is no operation `retrieveThign`\. Did you mean `retrieveThing`\?$/,
        /^The operation retrieveThing has no parameter `idd`\. Did you mean `id`\?$/,
        /^No response has a field at \/parts\/0\/ids\. Did you mean `id`\?$/,
        /^The operation retrieveThing has no path parameter `ide`\. Did you mean `id`\?$/,
      ],
    ],
    [
      "member-admitted",
      [
        /^No branch of #\/paths\/~1things\/get\/responses\/200\/content\/application~1json\/schema\/anyOf admits "huge" as `kind`, so no value is valid with it\./,
      ],
    ],
    [
      "bounds-agree",
      [
        /^No value fits `minLength` 9 and `maxLength` 3\. Correct one of them\.$/,
        /^No value fits `exclusiveMinimum` 5 and `maximum` 5\./,
      ],
    ],
    [
      "example-read",
      [
        /^Tools read `example` or `examples`, not both\. Move the value of `example` to `examples`\.$/,
        /^Nothing reads `x-example` here\. Write `example`\.$/,
        /^Nothing reads `x-examples` here\. Write `examples`\.$/,
      ],
    ],
    [
      "name-as-meant",
      [
        /^A range of statuses has capital letters\. Did you mean 2XX\?$/,
        /^`application\/jsn` is an unusual media type\. Did you mean application\/json\?$/,
        /^`aplication\/json; charset=utf-8` is an unusual media type\. Did you mean application\/json; charset=utf-8\?$/,
        /^No standard has the format `uid`\. Did you mean uuid\?$/,
        /^No standard has the format `datetime`\. Did you mean date-time\?$/,
      ],
    ],
    ["file-used", [/^Nothing refers to this file\. Refer to it, or delete it\.$/]],
    [
      "reference-fits",
      [
        /^The \$ref "#\/components\/parameters\/Size" leads to something other than a Schema: .* Name a file of the type Schema\.$/,
        /^The \$ref "#\/components\/schemas\/Thing" leads to something other than a MediaType: .* Indent it below `schema`\.$/,
        /leads to something other than a Response: `type` and `properties` are not part of one\. Name a file of the type Response\.$/,
      ],
    ],
    [
      "reference-resolves",
      [
        /^The \$ref "files\/Thign\.yaml" leads nowhere: the file does not exist\. Did you mean files\/Thing\.yaml\?$/,
        /^The \$ref "#\/components\/schemas\/Nmae" leads nowhere: #\/components\/schemas has no Nmae\. Did you mean Name\?$/,
      ],
    ],
    ["condition-met", [/^No example meets this condition.*Add an example that does, or correct it/]],
    [
      "paging-described",
      [
        /^The operation listThings has the parameter `starting_after`, but no `x-pagination`.*Add: x-pagination: \{ items: \/data, /,
      ],
    ],
    [
      "complete-example-per-operation",
      [/retrieveThing has no complete example\. Give one key to every required parameter/],
    ],
    [
      "unspecified-marked",
      [
        /`5XX` leaves the status open\. Add `x-unspecified`/,
        /The body of 404 is not described\. Add `content`, or `x-unspecified`/,
        /`x-extensible-enum` is an open set\. Add `x-unspecified`/,
        /The schema allows any value\. State a type, or add `x-unspecified`/,
      ],
    ],
    [
      "extensions-fit",
      [
        /^It must match pattern "\\S"/,
        /^There is no operation `listThing`\. Did you mean `listThings`\?/,
        /^There is no member `pagesize`\. Did you mean `pageSize`\?/,
        /`x-mutualy-exclusive` is not an extension of this project\. Did you mean `x-mutually-exclusive`\?/,
        /^The value at \/items is array, not string or number/,
        /`x-extensible-enums` is not an extension of this project\. Did you mean `x-extensible-enum`\?/,
      ],
    ],
    ["security-scheme-exists", [/^There is no `kye` security scheme\. Did you mean key\?$/]],
    ["pattern-unicode", [/not valid with the `u` flag.*Escape only characters that need it/]],
    [
      "operation-id-form",
      [/Write the operationId `get-thing` as a verb and a noun in camelCase\. Example: retrieveSuppression/],
    ],
    [
      "component-name",
      [
        /Name the component `contact_import` in PascalCase, like a type\. Example: ContactImport/,
        /Name the file `some-thing\.yaml` in PascalCase, like a type\. Example: SomeThing/,
      ],
    ],
    [
      "example-fits-schema",
      [
        /The example's value must be string\. It is 3\. Fix the example, or the schema if the example is right/,
        /The example's \/name must match format "uuid"/,
        /has the field \/extra, which its schema does not declare\. Declare it, or remove it/,
        /has the field \/self\/self\/deep, which/,
        /The default's value must be number.*Fix the default, or the schema if the default is right/,
      ],
    ],
  ])("%s is reported with its remedy", (rule, messages) => {
    const problems = found.get(rule) ?? [];
    for (const message of messages)
      expect(problems.map((each) => each.message)).toContainEqual(expect.stringMatching(message));
    expect(problems.length).toBe(messages.length);
    expect(new Set(problems.map((each) => each.rule))).toEqual(new Set([rule]));
  });
});

describe("npm run lint", () => {
  thorough(
    "says of a $ref to a device, a folder, a broken file or a missing $anchor what is wrong, and ends",
    async () => {
      const folder = await temporaryFolder("lint");
      await writeFile(join(folder, "broken.yaml"), "a: [");
      const references = {
        device: "/dev/zero",
        folder: ".",
        broken: "broken.yaml",
        gone: "#gone",
        anchor: "#a",
        id: "/b",
      };
      const properties = Object.entries(references).map(([name, $ref]) => [name, { $ref }]);
      const document = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths: {} };
      const identified = { B: { $id: "/b", type: "string" }, C: { $anchor: "a", type: "string" } };
      const components = {
        schemas: { A: { type: "object", properties: Object.fromEntries(properties) }, ...identified },
      };
      const file = join(folder, "api.json");
      await writeFile(file, JSON.stringify({ ...document, components }));
      const { stdout } = await runHere(lintCommand, [file, "--format=json"]);
      const { problems }: { problems: Problem[] } = JSON.parse(stdout);
      const unresolved = problems.filter(({ ruleId }) => ["contract/reference-resolves", "yaml"].includes(ruleId));
      expect(unresolved.map(({ message }) => message)).toEqual([
        'The $ref "/dev/zero" leads nowhere: /dev/zero is not a file. Name a file in YAML or JSON.',
        'The $ref "." leads nowhere: . is not a file. Name a file in YAML or JSON.',
        expect.stringContaining("Unexpected end of the stream within a flow collection"),
        'The $ref "#gone" leads nowhere: this file has no schema with $anchor: gone. Correct the name, or add it.',
      ]);
    },
  );

  thorough("reads files whose names are percent-encoded in references, as the other commands do", async () => {
    const folder = await temporaryFolder("lint");
    const files = {
      "paths/users_{id}.yaml":
        "{ parameters: [{ name: id, in: path, required: true, schema: {} }], get: { responses: { '200': { $ref: '../my%20parts/50%25.yaml' } } } }",
      "my parts/50%.yaml": "{ description: ok, content: { a/b: { schema: { $ref: plain.yaml } } } }",
      "my parts/plain.yaml": "type: string",
      "my parts/unused.yaml": "$ref: 'al%73o.yaml'",
      "my parts/also.yaml": "type: string",
    };
    const paths = { "/users/{id}": { $ref: "paths/users_%7Bid%7D.yaml" }, "/a": { $ref: "paths/a%20b.yaml" } };
    const file = join(folder, "api.json");
    await writeFile(file, JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths }));
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), text);
    }
    const messages = async () => {
      const { stdout } = await runHere(lintCommand, [file, "--format=json"]);
      const { problems }: { problems: Problem[] } = JSON.parse(stdout);
      return problems.filter(({ ruleId }) => /reference-resolves|file-used/.test(ruleId)).map(({ message }) => message);
    };
    expect(await messages()).toEqual([
      'The $ref "paths/a%20b.yaml" leads nowhere: the file does not exist. Correct the path, or add the file.',
    ]);
    await writeFile(join(folder, "paths/a b.yaml"), "get: { responses: {} }");
    expect(await messages()).toEqual(["Nothing refers to this file. Refer to it, or delete it."]);
  });

  thorough("exits with 0 for the contract", async () => {
    const { code, stderr } = await run(["scripts/lint.ts"]);
    expect(code, stderr).toBe(0);
  });

  test("exits with 1 for an invalid document", async () => {
    const args = [`${FOLDER}/operation-id-form.yaml`, "--config", `${FOLDER}/redocly.yaml`];
    const invalid = await run(["scripts/lint.ts", ...args]);
    expect(invalid.code).toBe(1);
    // No notices, and no advice to run commands that this repo does not have.
    const printed = invalid.stdout + invalid.stderr;
    expect(printed).toContain("Validation failed with 1 error.");
    expect(printed).not.toMatch(/[╔║╚]|redocly lint|deprecat/i);
  });

  const mistakes = [
    ["an example", "examples/BouncePage.yaml", "origin: bounce", "origin: bonce", 'must be one of "bounce"'],
    [
      "a reference",
      "paths/suppressions.yaml",
      "SuppressionList.yaml",
      "SupressionList.yaml",
      "Did you mean ../schemas/S",
    ],
    ["the requirements", "openapi.yaml", "requirements.yaml#/open", "requirements.yaml#/opn", "Did you mean open?"],
  ] as const;
  test.each(exhaustive ? mistakes : [])(
    "has one problem for one mistake in %s of the contract",
    async (_, file, right, wrong, message) => {
      const folder = await temporaryFolder("lint");
      await cp("openapi", folder, { recursive: true });
      const text = await readFile(join(folder, file), "utf8");
      expect(text).toContain(right);
      await writeFile(join(folder, file), text.replace(right, wrong));
      const { stdout } = await runHere(lintCommand, [join(folder, "openapi.yaml"), "--format", "json"]);
      const problems: Problem[] = JSON.parse(stdout).problems;
      expect(problems.map((problem) => problem.message)).toEqual([expect.stringContaining(message)]);
    },
  );

  thorough("reports a path parameter that the document does not declare, in any document", async () => {
    const clean = await readFile(`${FOLDER}/clean.yaml`, "utf8");
    const document = join(await temporaryFolder("lint"), "undeclared.yaml");
    await writeFile(document, clean.replace("/things/{id}", "/shelves/{shelf}/things/{id}"));
    const { code, stdout } = await runHere(lintCommand, ["--spec", document, "--format", "json"]);
    const problems: Problem[] = JSON.parse(stdout).problems;
    const message = problems.find(({ ruleId }) => ruleId === "path-parameters-defined")?.message;
    expect(message).toContain("`{shelf}`");
    expect(code).toBe(1);
  });

  test.each(exhaustive ? ["github-actions", "junit", "checkstyle"] : [])(
    "writes the format %s for CI systems",
    async (format) => {
      const { stdout } = await run([
        "scripts/lint.ts",
        `${FOLDER}/operation-id-form.yaml`,
        "--config",
        `${FOLDER}/redocly.yaml`,
        "--format",
        format,
      ]);
      expect(stdout).toContain("operationId `get-thing`");
      expect(stdout).toContain({ "github-actions": "::error", junit: "<testsuite", checkstyle: "<checkstyle" }[format]);
    },
  );

  test("has telemetry off in its configuration", async () => {
    expect(await readFile("redocly.yaml", "utf8")).toMatch(/^telemetry: off$/m);
  });
});
