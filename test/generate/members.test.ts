import { cp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../command-line.js";
import { json, serve, type TestServer } from "../server.js";
import { compiled, copyOfProject } from "./project.js";

/** Code of another repo that uses the client of test/documents/members.yaml. */
const CONSUMER = `
import { createClient } from "./generated/client.js";
import type { components, Member, MemberSize, MemberWritable } from "./generated/schema.js";

const client = createClient({ baseUrl: process.argv[2] ?? "" });

const kim: MemberWritable = { name: "Kim", password: "opensesame", sponsor: { name: "Jo", password: "opensesame" } };
const added = await client.addMember({ body: kim });
if (!added.ok) throw new Error("not added");
const shown: Member = added.data;
const ids: string = shown.id + shown.added + shown.sponsor?.id;

const size: MemberSize = "large";
const found = await client.findMembers({ query: { where: { name: "Kim", size } } });
const names: string[] = found.ok ? found.data.map((one: components["schemas"]["member"]) => one.name) : [];
console.log(JSON.stringify([ids, names]));

export async function compiles() {
  const pet = await client.addPet({ body: { kind: "Cat", lives: 9 } });
  if (pet.ok && pet.data.kind === "Cat") return pet.data.id + pet.data.lives;
  await client.addVehicle({ body: { kind: "car", doors: 3 } });
  const settings = { default: {}, $defs: { type: "none" } };
  await client.logIn({ body: { name: "Kim", password: "opensesame", settings } });
  const things: [components["schemas"]["my-thing"], components["schemas"]["my_thing"]] = ["text", 1];
  return things;
}

export async function neverCalled() {
  // @ts-expect-error a readOnly property is not sent
  await client.addMember({ body: { name: "Kim", password: "opensesame", id: "m7" } });
  // @ts-expect-error a property that a request requires is missing
  await client.addMember({ body: { name: "Kim" } });
  // @ts-expect-error a writeOnly property is not returned
  shown.password;
  // @ts-expect-error a nested writeOnly property is not returned either
  shown.sponsor?.password;
  // @ts-expect-error a parameter that is serialized as JSON takes a value, not its text
  await client.findMembers({ query: { where: "{}" } });
  // @ts-expect-error the value is not in the enum
  await client.findMembers({ query: { where: { size: "medium" } } });
  // @ts-expect-error a discriminator has the name of the component, not of the type
  await client.addPet({ body: { kind: "CatWritable", lives: 9 } });
  // @ts-expect-error a discriminator has the value of the mapping, not the name of the component
  await client.addVehicle({ body: { kind: "Car", doors: 3 } });
  // @ts-expect-error an error has no data
  if (!added.ok && added.status === 404) added.data;
}
`;

let folder: string;
let server: TestServer;
beforeAll(async () => {
  folder = await copyOfProject();
  await rm(join(folder, "openapi"), { recursive: true });
  await cp("test/documents/members.yaml", join(folder, "openapi/openapi.yaml"));
  await writeFile(join(folder, "consumer.ts"), CONSUMER);
  server = await serve(({ method }, response) =>
    method === "POST"
      ? json(response, 201, { id: "m7", added: "then", name: "Kim", sponsor: { id: "m1", added: "then", name: "Jo" } })
      : json(response, 200, [{ name: "Kim" }]),
  );
});
afterAll(() => server.close());

test("with readOnly, writeOnly, $defs and names that differ only by case, the client compiles and runs", async () => {
  expect(await run(["scripts/generate.ts"], {}, folder)).toMatchObject({ code: 0 });
  expect(await compiled(folder, ["consumer.ts", "generated"])).toBe("");

  const { stdout, stderr } = await run(["consumer.ts", server.url], {}, folder);
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual(["m7thenm1", ["Kim"]]);
  expect(JSON.parse(server.seen[0]?.body ?? "")).toMatchObject({ name: "Kim", password: "opensesame" });
  expect(new URL(server.seen[1]?.url ?? "", server.url).searchParams.get("where")).toBe(
    '{"name":"Kim","size":"large"}',
  );
});
