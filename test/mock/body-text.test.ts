import { expect, test } from "vitest";
import { bodyText } from "#mock/responder/body-text.js";
import { valueAt } from "#openapi/document/pointer.js";
import { fc } from "#test/property.js";

const DOCUMENT = { openapi: "3.1.0", info: { title: "T", version: "1" } };

test("a page of kept items has the same text as any other body, also when its items come again on another page", () => {
  const item = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue(), fc.bigInt({ min: 2n ** 60n, max: 2n ** 62n })));
  fc.assert(
    fc.property(fc.array(item, { maxLength: 5 }), fc.jsonValue(), fc.string(), (items, other, name) => {
      const pages = [
        { [name]: items, other },
        { items: items.slice(1), next: undefined, more: { items: items.toReversed() } },
        items,
        other,
      ];
      for (const page of pages) {
        const text = (isKept: boolean) =>
          bodyText(DOCUMENT, valueAt(page, "") ?? null, "application/json", undefined, isKept);
        expect(text(true)).toBe(text(false));
      }
    }),
    { numRuns: 300 },
  );
});
