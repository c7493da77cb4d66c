import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../command-line.js";
import { json, serve, type TestServer } from "../server.js";
import { compiled, copyOfProject } from "./project.js";

/** Code of another repo that uses the client of test/documents/parcels.yaml. */
const CONSUMER = `
import { createClient } from "./generated/client.js";
import type { Parcel } from "./generated/schema.js";

const client = createClient({ baseUrl: process.argv[2] ?? "", apiKey: { DeskKey: "secret key" } });
const results: unknown[] = [];

const labels: string[] = [];
for await (const parcel of client.listParcels.items({
  query: { labels: ["a b", "c|d"], weight: { min: 1 } },
  header: { "X-Desk": "north" },
  cookie: { lang: "fr" },
})) {
  const note: string | null = parcel.note;
  const state: "new" | "sorted" | (string & {}) = parcel.state;
  labels.push(parcel.label + note + state);
}
results.push(labels);

const created = await client.createParcel({
  header: { "X-Desk": "north" },
  contentType: "application/x-www-form-urlencoded",
  body: { label: "été & co", note: null },
});
if (created.ok) {
  const status: 201 = created.status;
  const parcel: Parcel = created.data;
  results.push([status, parcel.id]);
} else if (created.status === 422) {
  const title: string = created.error.title;
  results.push(title);
}

const fetched = await client.fetchParcel({ path: { id: 7 }, accept: "text/plain" });
if (fetched.ok) {
  const data: string = fetched.data;
  results.push(typeof data);
} else if (fetched.status === 404) results.push("gone");
else if (fetched.failure) results.push(fetched.failure.name);

const removed = await client.removeParcel({ path: { id: 7 } });
if (removed.ok) {
  const nothing: undefined = removed.data;
  results.push([removed.status, nothing ?? null]);
}
console.log(JSON.stringify(results));

export async function neverCalled() {
  // @ts-expect-error the header X-Desk is required
  await client.listParcels({ query: {} });
  // @ts-expect-error the parameter is a number
  await client.fetchParcel({ path: { id: "7" } });
  // JSON is documented beside a form, so contentType may be left out.
  await client.createParcel({ header: { "X-Desk": "n" }, body: { label: "xx" } });
  // @ts-expect-error the operation has no such parameter
  await client.fetchParcel({ path: { id: 7, colour: "red" } });
  // @ts-expect-error 404 has no data
  if (!fetched.ok && fetched.status === 404) fetched.data;
}
`;

let folder: string;
let server: TestServer;

beforeAll(async () => {
  folder = await copyOfProject();
  await rm(join(folder, "openapi"), { recursive: true });
  await cp("test/documents/parcels.yaml", join(folder, "openapi/openapi.yaml"));
  await writeFile(join(folder, "consumer.ts"), CONSUMER);

  const parcel = (id: number, label: string) => ({ id, label, note: null, box: [1, 1], state: "lost" });
  server = await serve(({ method, url }, response) => {
    if (method === "GET" && url.startsWith("/parcels?") && url.includes("cursor=two")) {
      json(response, 200, { page: { next: null, parcels: [parcel(2, "second")] } }, { "x-total": "2" });
    } else if (method === "GET" && url.startsWith("/parcels?")) {
      json(response, 200, { page: { next: "two", parcels: [parcel(1, "first")] } }, { "x-total": "2" });
    } else if (method === "POST") {
      json(response, 201, parcel(3, "made"));
    } else if (method === "GET") {
      response.writeHead(200, { "content-type": "text/plain" }).end("a label");
    } else response.writeHead(204).end();
  });
});
afterAll(() => server.close());

test("with another document in openapi/ and no other change, the client compiles and runs", async () => {
  expect(await run(["scripts/generate.ts"], {}, folder)).toMatchObject({ code: 0 });
  expect(await compiled(folder, ["consumer.ts", "generated", "scripts"])).toBe("");

  const { stdout, stderr } = await run(["consumer.ts", server.url], {}, folder);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual([["firstnulllost", "secondnulllost"], [201, 3], "string", [204, null]]);

  const [first, second, created] = server.seen;
  expect(first?.url).toBe("/parcels?labels=a%20b%7Cc%7Cd&weight%5Bmin%5D=1");
  expect(first?.headers).toMatchObject({ "x-desk": "north", cookie: "lang=fr", "x-desk-key": "secret key" });
  expect(second?.url).toBe("/parcels?labels=a%20b%7Cc%7Cd&weight%5Bmin%5D=1&cursor=two");
  expect(created?.headers["content-type"]).toContain("application/x-www-form-urlencoded");
  expect(new URLSearchParams(created?.body).get("label")).toBe("été & co");
});
