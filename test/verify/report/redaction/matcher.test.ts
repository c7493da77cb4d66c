import { expect, test } from "vitest";
import { fc } from "#test/property.js";
import { Matcher } from "#verify/report/redaction/matcher.js";

/** Few letters, so that texts overlap, and begin and end alike. */
const text = (maxLength: number) => fc.string({ unit: fc.constantFrom("a", "b", "é"), minLength: 4, maxLength });

test("a search finds the longest of the short texts, and of the long ones, at each place where one ends", () => {
  fc.assert(
    fc.property(fc.uniqueArray(text(14), { maxLength: 30 }), text(200), (wanted, searched) => {
      const matcher = new Matcher<string>();
      for (const each of wanted) matcher.add(each, each, (before) => before);
      const places = [wanted.filter(({ length }) => length < 8), wanted.filter(({ length }) => length >= 8)].flatMap(
        (texts) =>
          [...searched].flatMap((_, at) => {
            const ending = texts.filter((each) => searched.slice(0, at + 1).endsWith(each));
            const [longest] = ending.toSorted((one, other) => other.length - one.length);
            return longest === undefined ? [] : [`${at + 1 - longest.length} ${at + 1} ${longest}`];
          }),
      );
      const found: string[] = [];
      matcher.search(searched, (match) => found.push(`${match.start} ${match.end} ${match.found}`));
      expect(found).toEqual(places);
    }),
    { seed: 1, numRuns: 300 },
  );
});
