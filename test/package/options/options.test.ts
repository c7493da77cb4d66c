import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ended, type Run, startNode } from "#test/command-line.js";
import { sample } from "#test/sample.js";
import { json, serve, type TestServer } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { toolsConsumer } from "../consumer.js";
import { SERVING, WRITING } from "./others.js";
import { FILES, type Row, type ServingRow } from "./row.js";
import { VERIFY } from "./verify.js";

// The packed package, with nothing but its dependencies. Each call has an empty folder, but for the files of its row.

const ENDING = [...VERIFY, ...WRITING];
const ROWS: readonly Row[] = [...ENDING, ...SERVING];

/** A key of the sandbox, and of the server of these tests. */
const KEY = "sandbox-key-of-the-first-team";
const AUTHORIZATION = `Bearer ${KEY}`;

let command: string;
let server: TestServer;
beforeAll(async () => {
  ({ command } = await toolsConsumer());
  server = await serve(({ url, headers }, response) => {
    if (headers.authorization !== AUTHORIZATION) return json(response, 401, {});
    if (!url.includes("/things")) return json(response, 404, {});
    json(response, 200, url.startsWith("/wrong/") ? {} : { made: "2026-01-02T03:04:05Z" });
  });
});
afterAll(() => server.close());

/** A text in which the addresses of the server stand for their names. */
const addressed = (text: string) => text.replace(/<(right|wrong)>/g, (_, name) => `${server.url}/${name}`);

function startIn(folder: string, args: string) {
  return startNode([command, ...addressed(args).split(" ")], { ANY_KEY: KEY }, folder);
}

/** Makes the folder of a row, and runs what has to come before it. */
async function prepared({ files = [], before = [] }: Row): Promise<string> {
  const folder = await temporaryFolder("options");
  for (const name of files) await writeFile(join(folder, name), addressed(FILES[name]));
  for (const args of before) await ended(startIn(folder, args));
  return folder;
}

async function expectResult({ code = 0, prints = /^/, writes = {} }: Row, ran: Run, folder: string): Promise<void> {
  const output = ran.stdout + ran.stderr;
  expect(output).toMatch(prints);
  expect(ran.code, output).toBe(code);
  // An error that is not meant for people has a stack.
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  for (const [file, content] of Object.entries(writes))
    expect(await readFile(join(folder, file), "utf8"), file).toMatch(content);
}

test("each option that the help of a command lists has a row", async () => {
  const optionsIn = (text: string) => text.match(/(?<=^ *|\s)--[a-z-]+/gm) ?? [];
  const usage = (await ended(startNode([command, "--help"]))).stdout;
  const commands = [...usage.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = ""]) => name);
  const declared = await Promise.all(
    commands.map(async (name) => {
      const { stdout } = await ended(startNode([command, name, "--help"]));
      return [name, [...stdout.matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, option]) => option).toSorted()];
    }),
  );
  const tried = commands.map((name) => {
    const options = ROWS.filter(({ args }) => args.startsWith(`${name} `)).flatMap(({ args }) => optionsIn(args));
    return [name, [...new Set(options)].toSorted()];
  });
  expect(commands).toContain("verify");
  expect(tried).toEqual(declared);
});

describe("in an empty folder", () => {
  const named = <Tried extends Row>(rows: readonly Tried[]) => sample(rows, 4).map((row) => [row.args, row] as const);

  test.concurrent.each(named(ENDING))("team-api %s", async (_, row) => {
    const folder = await prepared(row);
    await expectResult(row, await ended(startIn(folder, row.args)), folder);
  });

  test.concurrent.each(named(SERVING))("team-api %s, which serves", async (_, row) => {
    const folder = await prepared(row);
    await mkdir(join(folder, "watched"));
    await expectResult(row, await served(row, folder), folder);
  });
});

/** Starts a command, requests what its row says, and ends it as Ctrl-C does. */
async function served({ args, get, responds }: ServingRow, folder: string): Promise<Run> {
  const child = startIn(folder, args);
  const run = ended(child);
  if (!child.stdout) throw new Error("The command has no output.");
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const [url] = /http:\/\/[\d.]+:\d+/.exec(line.replace(server.url, "")) ?? [];
    if (url !== undefined) {
      const response = await fetch(`${url}${get}`, { headers: { authorization: AUTHORIZATION } });
      const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      expect(`${response.status} ${headers}\n\n${await response.text()}`).toMatch(responds);
    }
    if (url !== undefined || line.startsWith("Waiting for a change")) break;
  }
  child.kill("SIGINT");
  if (child.exitCode === null) await once(child, "exit");
  return run;
}
