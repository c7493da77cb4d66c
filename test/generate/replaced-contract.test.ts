import { cp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { run } from "../command-line.js";
import { copyOfProject } from "./project.js";

// A clone whose contract was replaced, and nothing else changed.

let folder: string;
beforeAll(async () => {
  folder = await copyOfProject();
  for (const file of ["CHANGELOG.md", "LICENSE", "redocly.yaml"]) await cp(file, join(folder, file));
  await rm(join(folder, "openapi/paths"), { recursive: true });
  await cp("test/documents/parcels.yaml", join(folder, "openapi/openapi.yaml"));
  expect(await run(["scripts/generate.ts"], {}, folder)).toMatchObject({ code: 0 });
});

test("the build writes the client of the new contract, and the commands", async () => {
  expect(await run(["scripts/build.ts"], {}, folder)).toEqual({ code: 0, stdout: "", stderr: "" });
  const manifest = JSON.parse(await readFile(join(folder, "dist/team-api/package.json"), "utf8"));
  expect(manifest.description).toContain("Parcel Desk");
  expect(await readFile(join(folder, "dist/team-api/README.md"), "utf8")).toContain("api.listParcels");
  const commands = await run(["dist/team-api-tools/dist/src/cli.js", "--version"], {}, folder);
  expect(commands).toMatchObject({ code: 0, stdout: "0.1.0\n" });
});

test("the errors of types and lint say which code is of the former API, and what to do", async () => {
  const [types, lint] = await Promise.all(["types", "lint"].map((name) => run([`scripts/${name}.ts`], {}, folder)));
  expect(types?.code).not.toBe(0);
  expect(types?.stdout).toMatch(/^\d\d+ errors are in code for the former API, and 0 in other code\.$/m);
  expect(types?.stdout.split("\n").length).toBeLessThan(12);
  expect(lint?.code).not.toBe(0);
  for (const text of [types?.stdout, lint?.stderr]) {
    expect(text).toContain("openapi/openapi.yaml has no operation addSuppression, ");
    expect(text).toContain("npm run generate -- --handler ID");
    expect(text).toContain("docs/adopting.md");
  }
});
