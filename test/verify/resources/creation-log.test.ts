import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#test/temporary.js";
import { creationOf, exchanged, ledgerOf } from "#test/verify/history/own-things.js";
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
