import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { serve } from "../server.js";
import { REFERENCE } from "../team-api/reference-contract.js";
import { CHROMIUM, startBrowser } from "../verify/reporters/browser.js";
import { type Consumer, consumer, toolsConsumer } from "./consumer.js";

/** The limit for a page that imports only the client, in bytes of gzip: for the reference, and for each later operation. */
const [LARGEST, LATER] = [5800, 50];

/** The limit for a page that requires the client. */
const LARGEST_REQUIRED = 11_200;

const calls = (mock: string) => `
const api = createClient({ baseUrl: ${JSON.stringify(mock)}, apiKey: "any-key" });
const results = async () => {
  const emails = [];
  for await (const { email } of api.listSuppressions.items({ query: { origin: "bounce" } })) emails.push(email);
  const invalid = await api.listSuppressions({ query: { limit: 0 } });
  const gone = await api.revokeOauthGrant({ path: { oauth_grant_id: "none" } }, { headers: { Prefer: "code=404" } });
  return JSON.stringify({ emails, invalid: invalid.status, gone: gone.status });
};
`;

let mock: string;
let repo: Consumer;
let want: string;
beforeAll(async () => {
  mock = await (await toolsConsumer()).serve(["mock", "--port", "0", "--quiet"]);
  const first = await fetch(`${mock}/suppressions?origin=bounce`, { headers: { authorization: "Bearer any-key" } });
  const { data }: { data: { email: string }[] } = await first.json();
  expect(data.length).toBeGreaterThan(0);
  want = JSON.stringify({ emails: data.map(({ email }) => email), invalid: 422, gone: 404 });
  repo = await consumer(["valibot", "ajv", "ajv-formats"], {
    "module.js": `import { createClient } from "team-api";\n${calls(mock)}\nconsole.log(await results());`,
    "common.cjs": `const { createClient } = require("team-api");\n${calls(mock)}\nresults().then(console.log);`,
    "page.js": `import { createClient } from "team-api";\n${calls(mock)}
      results().catch(String).then((text) => { document.title = text; });`,
    "least.js": 'import { createClient } from "team-api";\nglobalThis.api = createClient({ baseUrl: "/" });',
    "required.cjs": 'const { createClient } = require("team-api");\nglobalThis.api = createClient({ baseUrl: "/" });',
    "schemas.js": `import { createClient } from "team-api";
      globalThis.api = createClient({ baseUrl: "/", validate: () => import("team-api/schemas") });`,
    "one-schema.js": 'import { SuppressionSchema } from "team-api/schemas";\nglobalThis.schema = SuppressionSchema;',
    "ajv.js": 'import { validated } from "team-api/validation";\nglobalThis.validated = validated;',
    "types-only.js": 'import "team-api";\nimport "team-api/types";',
    "document.cjs": 'console.log(require("team-api/openapi.json").openapi, require("team-api/package.json").name);',
  });
});

test.each(["module.js", "common.cjs"])("the client calls the mock from Node, in %s", async (file) => {
  expect(await repo.node([file])).toEqual({ code: 0, stdout: `${want}\n`, stderr: "" });
});

test("the document and package.json can be required", async () => {
  expect(await repo.node(["document.cjs"])).toMatchObject({ stdout: "3.1.1 team-api\n", stderr: "" });
});

test("with `validate: true`, the client validates responses if ajv is installed, and otherwise says that it cannot", async () => {
  const server = await serve((_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end("{}"),
  );
  const call = `import { createClient } from "team-api";
    const api = createClient({ baseUrl: ${JSON.stringify(server.url)}, validate: true });
    const { failure } = await api.listSuppressions();
    console.log(failure.name, failure.message);`;
  const [without, withAjv] = await Promise.all(
    [[], ["ajv", "ajv-formats"]].map(async (packages) =>
      (await consumer(packages, { "call.js": call })).node(["call.js"]),
    ),
  );
  await server.close();
  expect(without?.stdout).toMatch(
    /^InvalidResponse .* no validation: `validate: true` needs Ajv. Run npm install ajv ajv-formats\.$/m,
  );
  expect(withAjv?.stdout).toMatch(/^InvalidResponse .* must have required property 'has_more'/);
});

test.skipIf(!CHROMIUM)("the client calls the mock from a page (needs /usr/bin/chromium)", async () => {
  const script = await bundled("page.js");
  const site = await serve(({ url }, response) => {
    const isScript = url === "/page.js";
    response.writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" });
    response.end(isScript ? script : '<!doctype html><title></title><script type="module" src="/page.js"></script>');
  });
  const browser = await startBrowser(CHROMIUM ?? "");
  try {
    await browser.show(`${site.url}/`, { width: 800 });
    await expect.poll(() => browser.evaluate("document.title")).toBe(want);
  } finally {
    await browser.close();
    await site.close();
  }
});

/** The kinds of importers: what their package.json says, and how they import. `require` hinders bundlers from leaving code out. */
const IMPORTERS: [manifest: string, file: string, most: number][] = [
  ['{ "type": "module" }', "least.js", LARGEST],
  ["{}", "least.js", LARGEST],
  ['{ "type": "commonjs" }', "least.js", LARGEST],
  ["{}", "required.cjs", LARGEST_REQUIRED],
];

test.each(IMPORTERS)(
  "in a repo with the package.json %s, %s adds less than %d bytes to a page",
  async (manifest, file, most) => {
    const later = operationsOf(await loadDocument("openapi/openapi.yaml")).filter(({ id }) => !REFERENCE.includes(id));
    await writeFile(join(repo.folder, "package.json"), manifest);
    const bytes = gzipSync(await bundled(file), { level: 9 }).length;
    expect(bytes).toBeLessThan(most + LATER * later.length);
    const stated = [...(await readFile("docs/client.md", "utf8")).matchAll(/less than ([\d.]+) kB/g)];
    expect(stated.map(([, size]) => Number(size) * 1000)).toContain(most);
  },
);

test("validation by the generated schemas adds a tenth of what Ajv adds, and one schema less", async () => {
  const [client = 0, schemas = 0, one = 0, ajv = 0] = await Promise.all(
    ["least", "schemas", "one-schema", "ajv"].map(
      async (name) => gzipSync(await bundled(`${name}.js`), { level: 9 }).length,
    ),
  );
  expect(ajv).toBeGreaterThan(50_000);
  expect(schemas - client).toBeLessThan(ajv / 10);
  expect(one).toBeLessThan(schemas - client);
});

test("an unused import adds nothing to a bundle", async () => {
  expect((await bundled("types-only.js")).trim()).toBe("");
});

async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(repo.folder, file)],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
