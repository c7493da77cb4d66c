import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { Window } from "happy-dom";
import { setupServer } from "msw/node";
import { beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { generatedFiles, originOf } from "#scripts/generate/files.js";
import { ended, startNode } from "../command-line.js";
import { replaceGlobals } from "../replaced-globals.js";
import { temporaryFolder } from "../temporary.js";

/** A page of React for each document of test/documents/writers/: what it asks for, what it adds, and what it shows of both. */
interface PageOfWriter {
  file: string;
  one: string;
  shown: string;
  add: string;
  input: string;
  added: string;
}

const TICKET = { one: "getTicket.query({ path: { id: 1 } })", shown: "one.data.title", add: "createTicket" };
const TITLE = { input: '{ body: { title: "Sent" } }', added: "added.data.title" };

const PAGES: PageOfWriter[] = [
  {
    ...{ file: "nestjs.json", one: 'ticketsControllerFindOne.query({ path: { id: "1" } })', shown: "one.data.title" },
    ...{ add: "ticketsControllerCreate", ...TITLE },
  },
  { file: "tsoa.json", ...TICKET, ...TITLE, input: '{ body: { title: "Sent", level: 0, meta: { any: 1 } } }' },
  {
    ...{ file: "hono.json", ...TICKET, ...TITLE },
    one: 'getTicket.query({ path: { id: "0193a5a0-7c1e-7d3b-9f0e-2b6f8c1d4e5a" } })',
    input: '{ body: { title: "Sent", priority: "high", owner: null } }',
  },
  { file: "fastify-swagger.json", ...TICKET, ...TITLE },
  { file: "elysia.json", ...TICKET, ...TITLE, one: "getTicketsById.query({ path: { id: 1 } })", add: "postTickets" },
  {
    ...{ file: "springdoc.yaml", ...TICKET, one: "listTickets.query({ query: { pageable: { page: 0 } } })" },
    ...{ shown: "one.data.content?.length", ...TITLE, input: '{ body: { ticket: { title: "Sent" } } }' },
  },
  { file: "swashbuckle.yaml", ...TICKET, ...TITLE, input: '{ body: { title: "Sent", level: 1 } }' },
  {
    ...{ file: "fastapi.json", one: "readTicketTicketsTicketIdGet.query({ path: { ticket_id: 1 } })" },
    ...{ shown: "one.data.title", add: "uploadFilesPost", input: '{ body: { file: new Blob(["x"]) } }' },
    added: '(added.data === null ? "null" : typeof added.data)',
  },
  {
    ...{ file: "drf-spectacular.yaml", ...TICKET, ...TITLE },
    ...{ one: "ticketsRetrieve.query({ path: { id: 1 } })", add: "ticketsCreate" },
  },
  {
    ...{ file: "scramble.json", one: "ticketsIndex.query()", shown: "one.data.data.length", add: "ticketsStore" },
    ...{ input: TITLE.input, added: "added.data.data.title" },
  },
];

/** Those whose response has what was sent: the other two write a form. */
const ECHOES = PAGES.filter(({ file }) => !["springdoc.yaml", "fastapi.json"].includes(file)).map(({ file }) => file);

const codeOf = ({ one, shown, add, input, added }: PageOfWriter) => `/** @jsxRuntime automatic */
/** @jsxImportSource react */
import { QueryClient, QueryClientProvider, useMutation, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { createRoot } from "react-dom/client";
import { queriesOf } from ${JSON.stringify(resolve("src/tanstack-query/index.js"))};
import { createClient } from "./client.js";

const queries = queriesOf(createClient({ baseUrl: "http://pages.test", apiKey: "key" }));

function Page() {
  const one = useQuery(queries.${one});
  const added = useMutation(queries.${add}.mutation());
  const { mutate } = added;
  useEffect(() => mutate(${input}), [mutate]);
  const error = one.error ?? added.error;
  if (error) return <p>{error.message}</p>;
  if (!one.isSuccess || !added.isSuccess) return <p />;
  return <p>shown {${shown}}, added {${added}}</p>;
}

export function show(place: HTMLElement): () => void {
  const root = createRoot(place);
  root.render(<QueryClientProvider client={new QueryClient()}><Page /></QueryClientProvider>);
  return () => root.unmount();
}
`;

const COMPILER = {
  ...{ target: "ES2022", lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"], module: "ESNext", types: [] },
  ...{ moduleResolution: "bundler", jsx: "react-jsx", strict: true, exactOptionalPropertyTypes: true, noEmit: true },
  // The declarations of the other packages do not all compile.
  skipLibCheck: true,
};

let root: string;
let output: string;
beforeAll(async () => {
  root = await temporaryFolder("writer-pages");
  await symlink(resolve("node_modules"), join(root, "node_modules"));
  for (const page of PAGES) {
    const folder = join(root, page.file);
    await mkdir(folder);
    const spec = join("test/documents/writers", page.file);
    for (const [name, content] of generatedFiles(await loadDocument(spec), originOf(spec, folder)))
      await writeFile(join(folder, name), content);
    await writeFile(join(folder, "page.tsx"), codeOf(page));
  }
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  const files = PAGES.map(({ file }) => join(root, file, "page.tsx"));
  await writeFile(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: COMPILER, files }));
  output = (await ended(startNode([resolve("node_modules/typescript7/bin/tsc"), "-p", root]))).stdout;
});

test("pages of React compile strictly without a cast for the documents of all writers", () => {
  expect(output).toBe("");
});

test.each(PAGES.map(({ file }) => file))("a page of React for %s shows and adds with MSW", async (file) => {
  const { handlers } = await import(join(root, file, "msw.ts"));
  const server = setupServer(...handlers());
  server.listen({ onUnhandledRequest: "error" });
  const window = new Window({ url: "https://app.example.com" });
  const restore = replaceGlobals({ window, document: window.document, navigator: window.navigator });
  const place = globalThis.document.createElement("div");
  const { show } = await import(join(root, file, "page.tsx"));
  const close: () => void = show(place);
  try {
    await expect.poll(() => place.textContent).toMatch(/^shown .+, added .+/);
    if (ECHOES.includes(file)) expect(place.textContent).toMatch(/, added Sent$/);
  } finally {
    close();
    // React ends its work a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50));
    restore();
    server.close();
  }
});
