import fc from "fast-check";
import { expect, test } from "vitest";
import { Matcher } from "#verify/report/redaction/matcher.js";

/** Few letters, so that texts overlap, and begin and end alike. */
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 4, maxLength });

test("a search finds the places that a search for each text finds", () => {
  fc.assert(
    fc.property(fc.uniqueArray(text(14), { maxLength: 30 }), text(200), (wanted, searched) => {
      const matcher = new Matcher<string>();
      for (const each of wanted) matcher.add(each, each, (before) => before);
      const places = wanted.flatMap((found) =>
        [...searched].flatMap((_, start) =>
          searched.startsWith(found, start) ? [`${start} ${start + found.length} ${found}`] : [],
        ),
      );
      const found = matcher.search(searched).map((match) => `${match.start} ${match.end} ${match.found}`);
      expect(found.toSorted()).toEqual(places.toSorted());
    }),
    { seed: 1, numRuns: 300 },
  );
});
