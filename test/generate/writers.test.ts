import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setupServer } from "msw/node";
import { beforeAll, expect, test, vi } from "vitest";
import { nameWarnings } from "#generate/name-warnings.js";
import { startMock } from "#mock/mock.js";
import { loadDocument } from "#openapi/load/load.js";
import { generatedFiles, originOf } from "#scripts/generate/files.js";
import { ended, startNode } from "../command-line.js";
import { temporaryFolder } from "../temporary.js";

// Documents in test/documents/writers/: NestJS, tsoa, Hono, Fastify and Elysia wrote theirs, the others are by hand in the style of their writer.

/** Code of a user for each document: the everyday calls, without a cast and without `contentType`. */
const WRITERS: { file: string; code: string }[] = [
  {
    file: "nestjs.json",
    code: `const one = await api.ticketsControllerFindOne({ path: { id: "1" } });
      if (one.ok) text(one.data.title, one.data.meta.anything, one.data.owner?.name);
      else text(one.error?.message);
      unwrap(await api.ticketsControllerFindAll({ query: { page: 1 } })).map(({ id }) => id.toFixed());
      await api.ticketsControllerCreate({ body: { title: "a" } });
      await api.ticketsControllerUpload({ path: { id: "1" }, body: { file: new Blob(["x"]) } });
      await api.ticketsControllerUpload({ path: { id: "1" }, body: filled });
      export const high: 1 = levels.High;`,
  },
  {
    file: "tsoa.json",
    code: `const one = await api.getTicket({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.meta.any, one.data.owner?.name);
      else text(one.error?.message);
      unwrap(await api.listTickets()).map(({ level }) => level === 1);
      await api.createTicket({ body: { title: "a", level: 0, meta: { any: 1 } } });
      await api.upload({ path: { id: 1 }, body: { file: new File(["x"], "x") } });
      export const low: 0 = levels[0];`,
  },
  {
    file: "hono.json",
    code: `const one = await api.getTicket({ path: { id: "0193a5a0-7c1e-7d3b-9f0e-2b6f8c1d4e5a" } });
      if (one.ok) text(one.data.title, one.data.owner, one.data.tags?.[0]);
      else text(one.error?.message);
      unwrap(await api.listTickets({ query: { tags: ["a"] } })).map(({ priority }) => priority === "low");
      await api.createTicket({ body: { title: "a", priority: "high", owner: null } });`,
  },
  {
    file: "fastify-swagger.json",
    code: `const one = await api.getTicket({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.owner, one.data.meta?.any);
      else text(one.error?.message);
      unwrap(await api.getTickets({ query: { page: 1, q: "a" } })).map(({ id }) => id.toFixed());
      await api.createTicket({ body: { title: "a" } });
      export const none: undefined = unwrap(await api.deleteTicket({ path: { id: 1 } }));`,
  },
  {
    file: "elysia.json",
    code: `const one = await api.getTicketsById({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.owner, one.data.priority === "low");
      else text(one.error?.message);
      unwrap(await api.getTickets({ query: { page: 1 } })).map(({ id }) => id.toFixed());
      await api.postTickets({ body: { title: "a" } });
      await api.postTickets({ body: { title: "a", file: new Blob(["x"]) } });
      await api.postTickets({ body: filled });`,
  },
  {
    file: "springdoc.yaml",
    code: `const one = await api.getTicket({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.meta?.any?.deep);
      else text(one.error?.message);
      text(unwrap(await api.listTickets({ query: { pageable: { page: 0, sort: ["title,asc", "id"] } } })).content?.[0]?.title);
      const made = await api.createTicket({ body: { ticket: { title: "a" }, file: new Blob(["x"]) } });
      if (made.ok) text(made.response.headers.get("Location").length);
      export const name: string = unwrap(await api.name());`,
  },
  {
    file: "swashbuckle.yaml",
    code: `const one = await api.getTicket({ path: { id: 1 } });
      if (one.ok) text(one.data.title, one.data.level === levels.High);
      else text(one.error?.title, one.error?.anything);
      text(unwrap(await api.createTicket({ body: { title: "a", level: 1 } })).title);
      const csv: string = unwrap(await api.exportTickets({ accept: "text/csv" }));
      const list: Ticket[] = unwrap(await api.exportTickets());
      export const all: [string, Ticket[], AcmeTicket] = [csv, list, { old: true }];
      const functions = await import("./operations.js");
      const connection = functions.connectTo({ baseUrl: "http://writers.test" });
      text(unwrap(await functions.exportTickets(connection, { accept: "text/csv" })).padEnd(1));
      text(unwrap(await functions.exportTickets(connection)).length);
      // @ts-expect-error it is not a documented media type
      export const refused = () => api.exportTickets({ accept: "text/html" });`,
  },
  {
    file: "fastapi.json",
    code: `const one = await api.readTicketTicketsTicketIdGet({ path: { ticket_id: 1 }, query: { q: null } });
      if (one.ok) text(one.data.title, one.data.owner, one.data.meta?.any);
      else text(one.error?.detail?.[0]?.msg);
      unwrap(await api.uploadFilesPost({ body: { file: new File(["x"], "x"), note: null } }));
      await api.uploadFilesPost({ body: filled });
      for await (const { title, owner } of api.eventsEventsGet.stream()) text(title, owner);
      export const problem: HTTPValidationError = {};
      export const form: Body_upload_files_post = { file: new Blob(["x"]) };`,
  },
  {
    file: "drf-spectacular.yaml",
    code: `const made = await api.ticketsCreate({ body: { title: "a", level: "" } });
      if (made.ok) text(made.data.title, made.data.level === null, made.data.id.toFixed());
      await api.ticketsCreate({ body: { title: "a" }, contentType: "multipart/form-data" });
      text(unwrap(await api.ticketsRetrieve({ path: { id: 1 } })).title);`,
  },
  {
    file: "scramble.json",
    code: `const made = await api.ticketsStore({ body: { title: "a", level: null } });
      if (made.ok) text(made.data.data.title, made.data.data.created_at);
      else text(made.error?.message, made.error?.errors.title?.[0]);
      unwrap(await api.ticketsIndex()).data.map(({ id }) => id.toFixed());`,
  },
];

const TYPES: Readonly<Record<string, string>> = {
  "swashbuckle.yaml": "AcmeTicket, Ticket",
  "fastapi.json": "Body_upload_files_post, HTTPValidationError",
};
const CONSTANTS = ["nestjs.json", "tsoa.json", "swashbuckle.yaml"];

const COMPILER = {
  ...{ target: "ES2022", lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"], module: "NodeNext", types: [] },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, skipLibCheck: false },
};

/** The module that writes down the results of calls. */
const WATCHED = `/** A client that writes down the result of each of its calls: \`getTicket ok\`, or why it failed. */
export function watched<Client extends object>(client: Client, results: string[]): Client {
  return new Proxy(client, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") return call;
      return new Proxy(call, {
        async apply(original, self, args) {
          const result = await Reflect.apply(original, self, args);
          results.push(
            \`\${String(name)} \${result.ok ? "ok" : (result.failure?.message ?? JSON.stringify(result.body))}\`,
          );
          return result;
        },
      });
    },
  });
}
`;

let root: string;
let output: string;
const schemas = new Map<string, string>();
const warnings = new Map<string, string[]>();
beforeAll(async () => {
  root = await temporaryFolder("writers");
  for (const { file, code } of WRITERS) {
    const folder = join(root, file);
    await mkdir(folder);
    const spec = join("test/documents/writers", file);
    const document = await loadDocument(spec);
    for (const [name, content] of generatedFiles(document, originOf(spec, folder))) {
      await writeFile(join(folder, name), content);
      if (name === "schema.ts") schemas.set(file, content);
    }
    warnings.set(file, nameWarnings(document));
    const constants = CONSTANTS.includes(file) ? ", levels" : "";
    const types = TYPES[file] ? `import type { ${TYPES[file]} } from "./schema.js";\n` : "";
    const head = `import { watched } from "../watched.js";
      import { createClient, unwrap${constants} } from "./client.js";
      ${types}
      export const results: string[] = [];
      const api = watched(createClient({ baseUrl: "http://writers.test", apiKey: "key" }), results);
      const text = (...values: unknown[]) => values.length;
      export const filled = new FormData();
      filled.set("file", new Blob(["x"]));
      filled.set("title", "a");
      `;
    await writeFile(join(folder, "use.ts"), head + code);
  }
  const files = WRITERS.map(({ file }) => join(root, file, "use.ts"));
  await writeFile(join(root, "watched.ts"), WATCHED);
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  await writeFile(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER, files }));
  const compiler = resolve("node_modules/typescript7/bin/tsc");
  output = (await ended(startNode([compiler, "-p", join(root, "tsconfig.json")]))).stdout;
});

test.each(WRITERS.map(({ file }) => file))("everyday calls compile without a cast for the document %s", (file) => {
  expect(output.split("\n").filter((line) => line.includes(`${file}/`))).toEqual([]);
  expect(schemas.get(file)).not.toContain("by openapi-typescript");
});

test.each(WRITERS.map(({ file }) => file))("the handlers for MSW answer each of these calls for %s", async (file) => {
  const { handlers } = await import(join(root, file, "msw.ts"));
  const server = setupServer(...handlers());
  server.listen({ onUnhandledRequest: "error" });
  try {
    const { results } = await import(join(root, file, "use.ts"));
    expect(results.length).toBeGreaterThan(1);
    expect(results.filter((result: string) => !result.endsWith(" ok"))).toEqual([]);
  } finally {
    server.close();
  }
});

test.each(WRITERS.map(({ file }) => file))("the mock answers each of these calls for %s over HTTP", async (file) => {
  const mock = await startMock({ spec: join("test/documents/writers", file), port: 0 });
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", (request: Request) =>
    send(new Request(request.url.replace("http://writers.test", mock.url), request)),
  );
  try {
    const { results } = await import(`${join(root, file, "use.ts")}?mock`);
    expect(results.length).toBeGreaterThan(1);
    expect(results.filter((result: string) => !result.endsWith(" ok"))).toEqual([]);
  } finally {
    vi.unstubAllGlobals();
    await mock.close();
  }
});

test("no other problem is reported, and each name that was changed is a warning", () => {
  expect(output).toBe("");
  expect([...warnings].filter(([, lines]) => lines.length > 0)).toEqual([]);
});
