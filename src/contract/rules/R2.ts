import { success } from "../ask.js";
import { jsonOf, succeeded } from "../exchange.js";
import { expectManual } from "./A3.js";
import { addAddress, askFor, operationsNamed, type Rule } from "./rule.js";

/** Characters that are legal in an address and mean something in a URL, and letters beyond ASCII (RFC 5322, RFC 6531). */
const LOCAL_PARTS: readonly [string, string][] = [
  ["a plus sign", "jo+news"],
  ["a percent sign", "50%25off"],
  ["a slash", "sales/east"],
  ["a question mark, a hash and an ampersand", "a?b#c&d=e"],
  ["letters beyond ASCII", "jörg.用户"],
  ["an apostrophe, braces and other signs", "o'neil!$x*~_-{a|b}^c`d"],
];

/** A suppression is retrieved by its address, whatever legal characters that has. */
export const R2: Rule = (environment) => {
  const named = operationsNamed(environment, "addSuppression", "retrieveSuppression");
  if (!named) return [];
  const { addSuppression: add, retrieveSuppression: retrieve } = named;
  return LOCAL_PARTS.map(([what, local]) => ({
    name: `retrieveSuppression › R2 finds an address with ${what}`,
    kind: "rule",
    operation: retrieve,
    proves: ["R2"],
    writes: true,
    async run(run) {
      const email = `${local}.${run.environment.unique(6)}@example.com`;
      const made = await addAddress(run, add, email, "the address is legal and new", ["A1", "R2"]);
      if (!made) return;
      const found = success(retrieve, "it was just added", { promises: ["R2"] });
      for (const plainAt of local === LOCAL_PARTS[0]?.[1] ? [false, true] : [false]) {
        const exchange = await run.ask({ ...askFor(retrieve, email), plainAt }, found);
        if (succeeded(exchange)) expectManual(run, jsonOf(exchange), { id: made.id, email }, exchange);
      }
    },
  }));
};
