import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { mockCommand } from "#mock/command.js";
import { loadDocument } from "#openapi/load/load.js";
import { generateCommand } from "#scripts/generate/command.js";
import { run } from "#test/command-line.js";
import { copyOfProject } from "#test/generate/project.js";
import { runHere } from "#test/run-here.js";
import { thorough } from "#test/sample.js";
import { testTarget } from "#test/verify/target.js";
import { verifyCommand } from "#verify/command/command.js";
import { verify } from "#verify/verify.js";

/** A copy of the project whose contract has two wrong extensions. */
let folder: string;
beforeAll(async () => {
  folder = await copyOfProject();
  const file = join(folder, "openapi/paths/suppressions.yaml");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("hasMore: /has_more", "hasMore: /more").replace("items: /data", "items: /dat"));
});

const AT = "#/paths/~1suppressions/get/x-pagination";

const SPEC = ["--spec", "openapi/openapi.yaml"];

describe("a document whose extensions do not resolve is refused, with all defects and exit code 2, by", () => {
  test.each<[string, Parameters<typeof runHere>[0], string[]]>([
    ["generate", generateCommand, []],
    ["generate --check", generateCommand, ["--check"]],
    ["mock", mockCommand, ["--port", "0", ...SPEC]],
    ["verify", verifyCommand, SPEC],
    ["verify --plan", verifyCommand, ["--plan", ...SPEC]],
  ])("%s", async (_, command, args) => {
    const { code, stdout, stderr } = await runHere(command, args, folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const [first, second, ...more] = stderr.trimEnd().split("\n");
    expect(first).toContain(`openapi/openapi.yaml at ${AT}/items: The schema has no /dat `);
    expect(second).toContain(`openapi/openapi.yaml at ${AT}/hasMore: The schema has no /more `);
    expect(more).toEqual([]);
  });

  thorough("the process of verify", async () => {
    const { code, stderr } = await run(["src/cli.ts", "verify", ...SPEC], {}, folder);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(`${AT}/items: The schema has no /dat `),
    });
  });

  test("the API of verify, before its first request", async () => {
    const contract = await loadDocument(join(folder, "openapi/openapi.yaml"));
    const refused = verify({ contract, target: testTarget("http://127.0.0.1:9") });
    await expect(refused).rejects.toThrow(`The contract at ${AT}/items`);
  });
});
