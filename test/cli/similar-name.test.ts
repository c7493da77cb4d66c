import { expect, test } from "vitest";
import { similarName } from "#cli/similar-name.js";

test.each<[string, string[], string | undefined]>([
  ["verfy", ["mock", "verify"], "verify"],
  ["Base_Url", ["base-url"], "base-url"],
  ["prot", ["port"], "port"],
  ["supresions", ["suppressions"], "suppressions"],
  ["lint", ["client"], undefined],
  ["client", ["lint"], undefined],
  ["nothing", ["mock", "verify"], undefined],
  ["x-identify", ["x-identifies", "x-unspecified"], "x-identifies"],
  ["bool", ["object", "boolean", "number"], "boolean"],
  ["str", ["string", "structure"], undefined],
  ["in", ["integer"], undefined],
])("%s among %j may mean %s", (name, known, meant) => {
  expect(similarName(name, known)).toBe(meant);
});
