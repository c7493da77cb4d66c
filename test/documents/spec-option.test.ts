import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diffCommand } from "#scripts/diff/command.js";
import { docsCommand } from "#scripts/docs/command.js";
import { generateCommand } from "#scripts/generate/command.js";
import { verifyCommand } from "#verify/command/command.js";
import { run, start } from "../command-line.js";
import { runHere } from "../run-here.js";
import { sample } from "../sample.js";
import { serve, type TestServer } from "../server.js";
import { temporaryFolder } from "../temporary.js";

const LIBRARY = "test/documents/library.yaml";

let server: TestServer;
let url: string;
beforeAll(async () => {
  const text = await readFile(LIBRARY, "utf8");
  server = await serve((_, response) => response.end(text));
  url = `${server.url}/library.yaml`;
});
afterAll(() => server.close());

const SPECS: [name: string, spec: () => string][] = [
  ["a URL", () => url],
  ["a file", () => LIBRARY],
];

describe.each(sample(SPECS, 2))("--spec with %s", (_, spec) => {
  test("npm run generate writes its code", async () => {
    const out = await temporaryFolder("generate");
    expect(await runHere(generateCommand, ["--spec", spec(), "--out", out])).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(await readFile(join(out, "openapi.json"), "utf8")).toContain('"openapi": "3.1.0"');
  });

  test("npm run docs builds its page", async () => {
    const out = await temporaryFolder("docs");
    expect(await runHere(docsCommand, ["--spec", spec(), "--out", out])).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(await readFile(join(out, "index.html"), "utf8")).toContain("Library");
  });

  test("npm run diff exits with 0 if it is unchanged", async () => {
    const { code, stdout, stderr } = await runHere(diffCommand, [LIBRARY, "--spec", spec()]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("The contract is unchanged.");
  });

  test("npm run lint checks it", async () => {
    const { stderr, stdout } = await run(["scripts/lint.ts", "--spec", spec(), "--format=summary"]);
    expect(stdout + stderr).toMatch(/^error +[\w/-]+: \d+$/m);
    expect(stderr).toMatch(/^Validation failed with \d+ errors?\b/m);
  });

  test("npm run verify lists its test cases", async () => {
    const { code, stdout } = await runHere(verifyCommand, ["--spec", spec(), "--plan"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Lending Library 1\.0\.0: the test cases for the mock/);
  });

  test("npm run mock serves it", async () => {
    const mock = start(["src/cli.ts", "mock", "--spec", spec(), "--port", "0"]);
    try {
      const line = await new Promise<string>((resolve) => mock.stdout?.once("data", (chunk) => resolve(String(chunk))));
      expect(line).toContain(`Mock of ${spec()} at http://127.0.0.1:`);
    } finally {
      mock.kill();
    }
  });
});

describe("npm run diff of a document whose version is not semantic", () => {
  let folder: string;
  let text: string;
  beforeAll(async () => {
    folder = await temporaryFolder("diff");
    await mkdir(folder, { recursive: true });
    text = (await readFile(LIBRARY, "utf8")).replace(/^( {2}version:).*$/m, "$1 2026-01 beta");
    await writeFile(join(folder, "base.yaml"), text);
  });
  const diff = async (revision: string) => {
    await writeFile(join(folder, "revision.yaml"), revision);
    return runHere(diffCommand, [join(folder, "base.yaml"), "--spec", join(folder, "revision.yaml")]);
  };

  test("exits with 0 if the document is unchanged, and reports the version", async () => {
    const { code, stdout, stderr } = await diff(text);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain('`info.version` is "2026-01 beta".');
  });

  test("lists breaking changes, and exits with 1", async () => {
    const [, id = ""] = /operationId: (\w+)/.exec(text) ?? [];
    const { code, stdout, stderr } = await diff(text.replace(`operationId: ${id}`, "operationId: renamed"));
    expect(code).toBe(1);
    expect(stdout).toContain(`\`${id}\` of the client is now called \`renamed\`.`);
    expect(stderr).toContain("no version allows the breaking changes");
  });

  test("lists other changes, and exits with 0", async () => {
    const { code, stdout } = await diff(text.replace(/^( {2}description:).*$/m, "$1 Another text."));
    expect(code).toBe(0);
    expect(stdout).toContain("This is a patch change.");
  });
});
