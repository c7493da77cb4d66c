import { expectRetrieved } from "./added-is-manual.js";
import { addAddress, defineRule, type RuleCase } from "./rule.js";

/** Valid local parts with characters that are special in a URL, or beyond ASCII (RFC 5322, RFC 6531). */
const LOCAL_PARTS = [
  { what: "a plus sign", local: "jo+news" },
  { what: "a percent sign", local: "50%25off" },
  { what: "a slash", local: "sales/east" },
  { what: "a question mark, a hash and an ampersand", local: "a?b#c&d=e" },
  { what: "letters beyond ASCII", local: "jörg.用户" },
  { what: "an apostrophe, braces and other signs", local: "o'neil!$x*~_-{a|b}^c`d" },
] as const;

type Names = "addSuppression" | "retrieveSuppression";

/** R2: a suppression is retrieved by its address, whatever valid characters the address has. */
export const addressCharacters = defineRule<Names>(
  ["addSuppression", "retrieveSuppression"],
  ...LOCAL_PARTS.map(
    ({ what, local }, index): RuleCase<Names> => ({
      operation: "retrieveSuppression",
      name: `finds an address with ${what}`,
      covers: ["R2"],
      writes: true,
      isolated: true,
      async run(context, { addSuppression: add, retrieveSuppression: retrieve }) {
        const email = `${local}.${context.generator.unique()}@example.com`;
        const added = await addAddress(context, add, email, "the address is valid and new", ["A1", "R2"]);
        if (!added) return;
        // An `@` in a path may be encoded or not (RFC 3986, 3.3).
        for (const literalAt of index === 0 ? [false, true] : [false]) {
          await expectRetrieved(context, retrieve, email, added, ["R2"], { literalAt });
        }
      },
    }),
  ),
);
