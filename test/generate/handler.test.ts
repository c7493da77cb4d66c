import { existsSync } from "node:fs";
import { cp, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { generateCommand } from "#scripts/generate/command.js";
import { writeHandler } from "#scripts/generate/handler.js";
import { runHere } from "../run-here.js";
import { temporaryFolder } from "../temporary.js";

const contract = await loadDocument("openapi/openapi.yaml");
const withDomains: OpenApiDocument = {
  ...contract,
  paths: {
    ...Object(contract.paths),
    "/domains": { get: { operationId: "listDomains", summary: "List the domains", responses: {} } },
  },
};

async function project(): Promise<string> {
  const root = await temporaryFolder("handler");
  await mkdir(join(root, "src/team-api/sandbox"), { recursive: true });
  await cp("src/team-api/sandbox/handlers", join(root, "src/team-api/sandbox/handlers"), { recursive: true });
  return root;
}

test("writes the handler, its registration in order, and a test that runs the test cases of the operation", async () => {
  const root = await project();
  const files = await writeHandler(withDomains, "listDomains", root);
  expect(files.map((file) => file.slice(root.length + 1))).toEqual([
    "src/team-api/sandbox/handlers/list-domains.ts",
    "test/team-api/sandbox/handlers/list-domains.test.ts",
    "src/team-api/sandbox/handlers/all.ts",
  ]);
  const [handler, test, registry] = await Promise.all(files.map((file) => readFile(file, "utf8")));
  expect(handler).toContain('/** GET /domains: List the domains. */\nexport const listDomains: Handler<"listDomains">');
  const imported = [...(handler ?? "").matchAll(/ from "(\.[^"]+)\.js"/g)].map(([, path = ""]) => `${path}.ts`);
  expect(imported).not.toEqual([]);
  for (const path of imported) expect(existsSync(join("src/team-api/sandbox/handlers", path)), path).toBe(true);
  expect(test).toContain('only: ["listDomains"]');
  for (const form of [/^import \{ (\w+) \} from "\.\/[\w-]+\.js";$/gm, /^ {2}(\w+),$/gm]) {
    const names = [...(registry ?? "").matchAll(form)].map(([, name]) => name);
    expect(names).toContain("listDomains");
    expect(names).toEqual(names.toSorted());
  }
});

test("does not replace a handler", async () => {
  const root = await project();
  await expect(writeHandler(contract, "addSuppression", root)).rejects.toThrow(
    "src/team-api/sandbox/handlers/add-suppression.ts exists. Edit it, or remove it first.",
  );
});

test("names the operation that is meant, or those of the contract, before anything is written", async () => {
  await expect(writeHandler(contract, "addSupression")).rejects.toThrow(
    "The contract has no operation `addSupression`. Did you mean `addSuppression`?",
  );
  const { code, stdout, stderr } = await runHere(generateCommand, ["--handler", "publishEverything"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(
    /^The contract has no operation `publishEverything`\. Use one of (.*, )?revokeOauthGrant, (.*, )?addSuppression, /,
  );
});
