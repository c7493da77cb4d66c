import { describe, expect, test } from "vitest";
import { encodedPointer, pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";

describe("JSON pointers (RFC 6901)", () => {
  test("can be written and read", () => {
    const pointer = pointerTo("#", "paths", "/a~b/{id}", 0);
    expect(pointer).toBe("#/paths/~1a~0b~1{id}/0");
    expect(pointerNames(pointer)).toEqual(["paths", "/a~b/{id}", "0"]);
    expect(valueAt({ paths: { "/a~b/{id}": ["value"] } }, pointer)).toBe("value");
    expect(valueAt({ a: 1 }, "#/toString")).toBeUndefined();
  });

  test.each(["/caf%C3%A9", "100%", "%", "a%2Fb", "ü b"])("lead to a name with percent signs: %j", (name) => {
    const pointer = pointerTo("#", "paths", name);
    for (const written of [pointer, encodedPointer(pointer)]) {
      expect(pointerNames(written)).toEqual(["paths", name]);
      expect(valueAt({ paths: { [name]: 1 } }, written)).toBe(1);
    }
    expect(pointerNames(pointerTo("", name))).toEqual([name]);
  });
});
