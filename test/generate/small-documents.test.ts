import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { generatedFiles, originOf } from "#scripts/generate/files.js";
import { thorough } from "#test/sample.js";
import { ended, run, startNode } from "../command-line.js";
import { temporaryFolder } from "../temporary.js";

const HEAD = "openapi: 3.1.1\ninfo: {title: Pets, version: '1'}\n";
const OK = "responses: {'204': {description: Done}}";
const S = "#/components/schemas/";
const MESSAGE = (role: string, values: string) =>
  `${role}: {type: object, required: [role], properties: {role: {type: string, ${values}}}}`;
const CONTENT = (type: string) =>
  `"${type}": {schema: {type: object, required: [n], properties: {n: {type: integer}}}}`;

/** How docs/client.md handles each result of a call, for data of any type. */
const PATTERN = /^if \(result\.ok\)[\s\S]*?^else console\.log.*$/m
  .exec(await readFile("docs/client.md", "utf8"))?.[0]
  .replace("result.data.revoked_at", "result.data");

/** Documents that generators often fail at, and code that compiles only with the right types. */
const DOCUMENTS: { name: string; document: string; consumer: string }[] = [
  {
    name: "operationIds with #, / and spaces, and without letters",
    document: `${HEAD}paths:
  /a: {get: {operationId: pets#list, ${OK}}, put: {operationId: pets/replace all, ${OK}}}
  /b: {get: {operationId: "#", ${OK}}, put: {operationId: "2 fast!", ${OK}}, delete: {operationId: "m²", ${OK}}}
`,
    consumer: `const client = createClient({ baseUrl: "" });
      export const calls = [client.petsList, client.petsReplaceAll, client.getB, client._2Fast, client.m];`,
  },
  {
    name: "operations that document no error, or none by its status",
    document: `${HEAD}paths:
  /a: {get: {operationId: success, responses: {"200": {description: Done, content: {application/json: {schema: {type: object}}}}}}}
  /b: {get: {operationId: empty, ${OK}}}
  /c: {get: {operationId: any, responses: {default: {description: Any}}}}
  /d: {get: {operationId: ranges, responses: {2XX: {description: Done}, 4XX: {description: Refused}}}}
  /e: {get: {operationId: redirect, responses: {"302": {description: Elsewhere}}}}
`,
    consumer: `const client = createClient({ baseUrl: "" });
      export async function use(): Promise<void> {
        ${["success", "empty", "any", "ranges", "redirect"]
          .map((name) => `{ const result = await client.${name}(); ${PATTERN} }`)
          .join("\n")}
      }`,
  },
  {
    name: "references to schemas inside of optional parts and lists",
    document: `${HEAD}paths:
  /a:
    post:
      requestBody: {content: {application/json: {schema: {type: object, properties: {pet: {$ref: '${S}Pet'}}}}}}
      responses:
        "200":
          description: Done
          content: {application/json: {schema: {type: object, required: [pet, tag], properties: {
            pet: {$ref: '#/paths/~1a/post/requestBody/content/application~1json/schema/properties/pet'},
            tag: {$ref: '${S}Pet/properties/tags/items'}, all: {$ref: '${S}Pet/properties/tags'}}}}}
components: {schemas: {Pet: {type: object, properties: {tags: {type: array, items: {type: object, required: [text], properties: {text: {type: string}}}}}}}}
`,
    consumer: `import type { Pet } from "./schema.js";
      const client = createClient({ baseUrl: "" });
      export async function use(): Promise<[Pet | undefined, string]> {
        const result = await client.postA();
        return result.ok ? [result.data.pet, result.data.tag.text] : [undefined, ""];
      }`,
  },
  {
    name: "keys of content that are not media types",
    document: `${HEAD}paths: {/a: {get: {responses: {"200": {description: Done, content: {json: {schema: {type: array, items: {type: string}}}}}}}},
  /b: {get: {responses: {"200": {description: Done, content: {"": {schema: {type: string, format: binary}}}}}}}}
`,
    consumer: `const client = createClient({ baseUrl: "" });
      export async function use(): Promise<[string[] | undefined, Blob | undefined]> {
        const [a, b] = [await client.getA(), await client.getB()];
        return [a.ok ? a.data : undefined, b.ok ? b.data : undefined];
      }`,
  },
  {
    name: "bodies whose JSON has another name beside other media types",
    document: `${HEAD}paths:
  /a: {put: {operationId: charset, requestBody: {content: {${CONTENT("application/json; charset=utf-8")}, ${CONTENT("application/xml")}}}, ${OK}}}
  /b: {put: {operationId: suffix, requestBody: {content: {${CONTENT("multipart/form-data")}, ${CONTENT("application/vnd.a+json")}}}, ${OK}}}
  /c: {put: {operationId: range, requestBody: {content: {${CONTENT("application/*+json")}, ${CONTENT("text/csv")}}}, ${OK}}}
  /d: {put: {operationId: text, requestBody: {content: {${CONTENT("text/json")}, ${CONTENT("application/xml")}}}, ${OK}}}
  /e: {patch: {operationId: patches, requestBody: {content: {${CONTENT("application/merge-patch+json")}, ${CONTENT("application/json-patch+json")}}}, ${OK}}}
`,
    consumer: `const client = createClient({ baseUrl: "" });
      const body = { n: 1 };
      export const all = () => [client.charset({ body }), client.suffix({ body }), client.range({ body }), client.text({ body })];
      export const other = () => client.suffix({ body, contentType: "multipart/form-data" });
      // @ts-expect-error two kinds of JSON, which mean different changes
      export const unclear = () => client.patches({ body });
      // @ts-expect-error it is not a documented media type
      export const undocumented = () => client.suffix({ body, contentType: "application/json" });`,
  },
  {
    name: "webhooks only",
    document: `${HEAD}webhooks: {pet: {post: {operationId: petBorn, requestBody: {content: {application/json: {schema: {$ref: '${S}Pet'}}}}, ${OK}}}}
components: {schemas: {Pet: {type: object, required: [name], properties: {name: {type: string}}}}}
`,
    consumer: `import type { Pet, webhooks } from "./schema.js";
      type Operations = Exclude<keyof ReturnType<typeof createClient>, "use" | "eject">;
      export const none: Operations extends never ? true : false = true;
      export const pet: Pet = { name: "Rex" } satisfies webhooks["pet"]["post"] extends object ? Pet : never;`,
  },
  {
    name: "a discriminator without mapping beside enums that state its values",
    document: `${HEAD}paths: {}
components:
  schemas:
    Message: {oneOf: [{$ref: '${S}UserMessage'}, {$ref: '${S}BotMessage'}], discriminator: {propertyName: role}}
    ${MESSAGE("UserMessage", "enum: [user]")}
    ${MESSAGE("BotMessage", "const: bot")}
`,
    consumer: `import type { Message, UserMessage } from "./schema.js";
      export const user: UserMessage["role"] extends "user" ? true : false = true;
      export const all: Message["role"] extends "user" | "bot" ? true : false = true;
      export const client = createClient({ baseUrl: "" });`,
  },
  {
    name: "a discriminator without mapping whose values are names of schemas",
    document: `${HEAD}paths: {}
components:
  schemas:
    Message: {oneOf: [{$ref: '${S}User'}, {$ref: '${S}Bot'}], discriminator: {propertyName: role}}
    ${MESSAGE("User", "minLength: 1")}
    ${MESSAGE("Bot", "minLength: 1")}
`,
    consumer: `import type { User } from "./schema.js";
      export const user: User["role"] extends "User" ? true : false = true;
      export const client = createClient({ baseUrl: "" });`,
  },
  {
    name: "a discriminator whose mapping names schemas",
    document: `${HEAD}paths: {}
components:
  schemas:
    Message:
      {oneOf: [{$ref: '${S}User'}, {$ref: '${S}Bot'}], discriminator: {propertyName: role, mapping: {u: User, b: Bot}}}
    ${MESSAGE("User", "minLength: 1")}
    ${MESSAGE("Bot", "minLength: 1")}
`,
    consumer: `import type { User } from "./schema.js";
      export const user: User["role"] extends "u" ? true : false = true;
      export const client = createClient({ baseUrl: "" });`,
  },
  {
    name: "extensions beside paths, responses and kinds of components",
    document: `${HEAD}paths:
  x-not-a-path: {get: {responses: {'200': {description: Done}}}}
  /a: {get: {operationId: a, responses: {x-note: null, '204': {description: Done}}}}
components: {x-policy: {all: [1]}}
`,
    consumer: `import type { components, paths } from "./schema.js";
      export const path: keyof paths extends "/a" ? true : false = true;
      export const policy: "x-policy" extends keyof components ? true : false = false;
      export const client = createClient({ baseUrl: "" });`,
  },
  {
    name: "components whose names are numbers",
    document: `${HEAD}paths: {/a: {get: {operationId: a, responses: {'200': {description: OK, content: {application/json: {schema: {$ref: '${S}400'}}}}}}}}
components: {schemas: {'400': {type: object, required: [issue], properties: {issue: {type: string}}}}}
`,
    consumer: `import type { _400 } from "./schema.js";
      export const problem: _400 = { issue: "" };
      export const client = createClient({ baseUrl: "" });`,
  },
  {
    name: "a required property of a schema that may be null",
    document: `${HEAD}paths: {}
components: {schemas: {Base: {type: [object, 'null'], properties: {a: {type: string}}}, All: {required: [a], allOf: [{$ref: '${S}Base'}, {type: object}]}}}
`,
    consumer: `import type { All } from "./schema.js";
      export const text = (all: All): string => all.a;
      export const client = createClient({ baseUrl: "" });`,
  },
  {
    name: "unions that contain lists of themselves",
    document: `${HEAD}paths: {}
components: {schemas: {
  Json: {oneOf: [{type: string}, {type: array, items: {$ref: '${S}Json'}}, {type: object, additionalProperties: {$ref: '${S}Json'}}]},
  Tree: {anyOf: [{type: number}, {$ref: '${S}Trees'}]}, Trees: {type: array, items: {$ref: '${S}Tree'}}}}
`,
    consumer: `import type { Json, Tree } from "./schema.js";
      export const value: Json = ["a", { b: ["c", ["d"]] }];
      export const tree: Tree = [1, [2, [3]]];
      export const client = createClient({ baseUrl: "" });`,
  },
  {
    name: "properties beside typed additionalProperties, properties that are true or false, and items after prefixItems",
    document: `${HEAD}paths: {}
components: {schemas: {
  Counts: {type: object, required: [name], properties: {name: {type: string}, note: {type: boolean}}, additionalProperties: {type: number}},
  Flags: {type: object, properties: {name: {type: string}, never: false, any: true}},
  Row: {type: array, prefixItems: [{type: string}], items: {type: number}}}}
`,
    consumer: `import type { Counts, Flags, Row } from "./schema.js";
      export const counts: Counts = { name: "a", apples: 1 };
      export const flags: Flags = { name: "a", any: 1 };
      export const row: Row = ["a", 1, 2];
      export const client = createClient({ baseUrl: "" });`,
  },
  {
    name: "operations that share an operationId",
    document: `${HEAD}paths: {/health: {get: {operationId: v1.health.get, ${OK}}, head: {operationId: v1.health.get, ${OK}}}}
`,
    consumer: `const client = createClient({ baseUrl: "" });
      export const calls = [client.v1HealthGet, client.v1HealthGet2];`,
  },
];

/** The settings of a strict consumer, who also checks the types of libraries. */
const COMPILER = {
  ...{ target: "ES2022", lib: ["ES2023", "DOM", "DOM.Iterable"], module: "NodeNext", types: [], noEmit: true },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, skipLibCheck: false },
};

let output: string;
beforeAll(async () => {
  const root = await temporaryFolder("small");
  const file = (index: number, name: string) => join(root, `document${index}`, name);
  for (const [index, { document, consumer }] of DOCUMENTS.entries()) {
    await mkdir(join(root, `document${index}`));
    await writeFile(file(index, "openapi.yaml"), document);
    const out = join(root, `document${index}`);
    const spec = file(index, "openapi.yaml");
    const generated = generatedFiles(await loadDocument(spec), originOf(spec, out));
    for (const [name, content] of generated) await writeFile(join(out, name), content);
    await writeFile(file(index, "consumer.ts"), `import { createClient } from "./client.js";\n${consumer}\n`);
  }
  const files = DOCUMENTS.map((_, index) => file(index, "consumer.ts"));
  await writeFile(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER, files }));
  const compiler = resolve("node_modules/typescript7/bin/tsc");
  output = (await ended(startNode([compiler, "-p", join(root, "tsconfig.json")]))).stdout;
});

describe("the generated code compiles under strict, without skipLibCheck, for a document with", () => {
  test.each(DOCUMENTS.map(({ name }, index) => [name, index] as const))("%s", (_, index) => {
    expect(output.split("\n").filter((line) => line.includes(`document${index}/`))).toEqual([]);
  });

  test("nothing else that is reported", () => {
    expect(output).toBe("");
  });
});

test("npm run generate writes the code of another document to a folder", async () => {
  const folder = await temporaryFolder("generated");
  const args = ["scripts/generate.ts", "--spec", "test/documents/library.yaml", "--out", folder];
  expect(await run(args)).toMatchObject({ code: 0, stderr: "" });
  expect(await readFile(join(folder, "client.ts"), "utf8")).toMatch(
    /^\/\/ Generated from test\/documents\/library\.yaml /,
  );
});

thorough("npm run generate --check knows the code of another document", async () => {
  const folder = await temporaryFolder("generated");
  const args = ["scripts/generate.ts", "--spec", "test/documents/library.yaml", "--out", folder];
  expect(await run(args)).toMatchObject({ code: 0, stderr: "" });
  expect(await run([...args, "--check"])).toMatchObject({ code: 0 });
});

thorough("npm run generate does not write the code of another document to generated/", async () => {
  const { code, stderr } = await run(["scripts/generate.ts", "--spec", "test/documents/library.yaml"]);
  expect(code).toBe(2);
  expect(stderr).toContain("Name a folder for the code of test/documents/library.yaml: --out FOLDER");
});
