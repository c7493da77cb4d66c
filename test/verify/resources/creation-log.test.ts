import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/temporary.js";
import { creationOf, exchanged, ledgerOf } from "#test/verify/history/own-things.js";
import { earlierRunNote, ledgerFile } from "#verify/command/clean-up.js";
import { CreationLog, openCreations } from "#verify/resources/ledger/creation-log.js";

test("a resource that is restored after its removal is open in the log again", async () => {
  const file = join(await temporaryFolder("creation-log"), "created.jsonl");
  const log = new CreationLog(file, { baseUrl: "http://127.0.0.1", redact: (text) => text, run: "r" });
  const request = creationOf({ name: "Ada-h3k9x2" });
  const { own } = ledgerOf([request]);
  const open = async () => openCreations(await readFile(file, "utf8")).map(({ creation }) => creation?.address);
  log.responded(log.sending(request, ["Ada-h3k9x2"]), exchanged(request, 1, { status: 201 }).exchange.status, own);
  expect(await open()).toEqual(["/things/t0"]);
  for (const entry of own) log.removed(entry);
  expect(await open()).toEqual([]);
  for (const entry of own) log.reopened(entry);
  expect(await open()).toEqual(["/things/t0"]);
});

test.each([
  ["http://127.0.0.1", "Earlier runs may have left 1 resource"],
  ["http://127.0.0.2", undefined],
])("what earlier runs left is named for their server alone: %s", async (baseUrl, note) => {
  const folder = await temporaryFolder("creation-log");
  const log = new CreationLog(ledgerFile(folder), { baseUrl: "http://127.0.0.1", redact: (text) => text, run: "r" });
  const request = creationOf({ name: "Ada-h3k9x2" });
  const { own } = ledgerOf([request]);
  log.responded(log.sending(request, ["Ada-h3k9x2"]), 201, own);
  const shown = earlierRunNote(folder, { baseUrl });
  expect(note === undefined ? shown : shown?.includes(note)).toBe(note === undefined ? undefined : true);
});

test("the note says where the resources are, what to do, and how to accept them", async () => {
  const folder = await temporaryFolder("creation-log");
  const baseUrl = "http://127.0.0.1";
  const log = new CreationLog(ledgerFile(folder), { baseUrl, redact: (text) => text, run: "r" });
  const requests = [creationOf({ name: "Ada-h3k9x2" }), creationOf({ name: "Bob-h3k9x2" })];
  const { own } = ledgerOf(requests);
  for (const [index, request] of requests.entries()) {
    log.responded(log.sending(request, ["Ada-h3k9x2"]), 201, own.slice(index, index + 1));
  }
  expect(earlierRunNote(folder, { baseUrl })?.split("\n")).toEqual([
    "Earlier runs may have left 2 resources on http://127.0.0.1: add_things /things/t0, and 1 more.",
    `  The same command with --clean-up removes what it can, and names the rest. If they may stay, delete ${ledgerFile(folder)}.`,
  ]);
});
