import { expect, test } from "vitest";
import { CONTRACT } from "#cli/installation.js";
import { installLine, writeLine } from "#client-package/lines.js";

test.each([
  ["packages/acme", "npm install ./packages/acme"],
  ["./packages/acme", "npm install ./packages/acme"],
  ["../acme", "npm install ../acme"],
  ["/tmp/acme", "npm install /tmp/acme"],
  [".", "npm install ."],
  ["our packages/acme's", "npm install './our packages/acme'\\''s'"],
])("a package in %s is installed by `%s`", (out, line) => {
  expect(installLine(out)).toBe(line);
});

const OPTIONS = { spec: CONTRACT, overlays: [], name: "acme", out: "acme", types: {} };

test.each([
  [{}, "--name acme --out acme"],
  [{ spec: "our api.yaml", name: "@acme/api" }, "--spec 'our api.yaml' --name @acme/api --out acme"],
  [{ overlays: ["a.yaml", "$b.yaml"] }, "--overlay a.yaml --overlay '$b.yaml' --name acme --out acme"],
  [{ types: { dates: "Date", int64: "bigint" } } as const, "--name acme --out acme --dates Date --int64 bigint"],
])("the package of %j says by which command it is written again", (options, words) => {
  expect(writeLine({ ...OPTIONS, ...options })).toBe(`npm run client -- ${words}`);
});
