import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { vi } from "vitest";
import { nameWarnings } from "#generate/name-warnings.js";
import { loadDocument } from "#openapi/load/load.js";
import { generatedFiles, originOf } from "#scripts/generate/files.js";
import { ended, startNode } from "#test/command-line.js";
import { CALLS } from "./calls.js";

const TYPES: Readonly<Record<string, string>> = {
  "swashbuckle.yaml": "AcmeTicket, Ticket",
  "fastapi.json": "Body_upload_files_post, HTTPValidationError",
};
const CONSTANTS = ["nestjs.json", "tsoa.json", "swashbuckle.yaml"];

/** Where the code of the calls expects its server. */
const SERVER = "http://writers.test";

const COMPILER = {
  ...{ target: "ES2022", lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"], module: "NodeNext", types: [] },
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
  ...{ noUnusedLocals: true, noUnusedParameters: true, skipLibCheck: false },
};

/** The module that writes down the results of calls. Iterators throw where a request fails. */
const WATCHED = `/** A client that writes down the result of each of its calls: \`getTicket ok\`, or why it failed. */
export function watched<Client extends object>(client: Client, results: string[]): Client {
  return new Proxy(client, {
    get(target, name) {
      const call: unknown = Reflect.get(target, name);
      if (typeof call !== "function") return call;
      return new Proxy(call, {
        get(all, part) {
          const iterator: unknown = Reflect.get(all, part);
          if (typeof iterator !== "function") return iterator;
          return async function* (...args: unknown[]) {
            const items = Reflect.apply(iterator, all, args);
            const first = await items.next();
            results.push(\`\${String(name)}.\${String(part)} ok\`);
            if (!first.done) yield first.value;
            yield* items;
          };
        },
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

/** What was generated for a document. */
export interface WriterClient {
  schema: string;
  warnings: string[];
}

/** Writes a client for each document of this folder, with the ten calls of its user, into `FILE/use.ts`. */
export async function writeClients(root: string): Promise<Map<string, WriterClient>> {
  const clients = new Map<string, WriterClient>();
  for (const { file, code } of CALLS) {
    const folder = join(root, file);
    await mkdir(folder);
    const spec = join("test/documents/writers", file);
    const document = await loadDocument(spec);
    const files = new Map(generatedFiles(document, originOf(spec, folder)));
    for (const [name, content] of files) await writeFile(join(folder, name), content);
    clients.set(file, { schema: files.get("schema.ts") ?? "", warnings: nameWarnings(document) });
    const constants = CONSTANTS.includes(file) ? ", levels" : "";
    const types = TYPES[file] ? `import type { ${TYPES[file]} } from "./schema.js";\n` : "";
    const head = `import { watched } from "../watched.js";
      import { createClient, unwrap${constants} } from "./client.js";
      ${types}
      export const results: string[] = [];
      const api = watched(createClient({ baseUrl: "${SERVER}", apiKey: "key" }), results);
      const text = (...values: unknown[]) => values.length;
      export const filled = new FormData();
      filled.set("file", new Blob(["x"]));
      filled.set("title", "a");
      `;
    await writeFile(join(folder, "use.ts"), head + code);
  }
  const files = CALLS.map(({ file }) => join(root, file, "use.ts"));
  await writeFile(join(root, "watched.ts"), WATCHED);
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  await writeFile(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER, files }));
  return clients;
}

/** What the compiler says of the calls. */
export async function compilerOutput(root: string): Promise<string> {
  const compiler = resolve("node_modules/typescript7/bin/tsc");
  return (await ended(startNode([compiler, "-p", join(root, "tsconfig.json")]))).stdout;
}

/**
 * Runs the calls of a document against a server.
 *
 * @param load imports the module of the calls
 */
export async function atServer<T>(url: string, load: () => Promise<T>): Promise<T> {
  const send = globalThis.fetch;
  vi.stubGlobal("fetch", (request: Request) => send(new Request(request.url.replace(SERVER, url), request)));
  try {
    return await load();
  } finally {
    vi.unstubAllGlobals();
  }
}
