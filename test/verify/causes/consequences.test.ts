import { describe, expect, test } from "vitest";
import type { ListFeature } from "#verify/model/finding/about.js";
import type { CaseResult } from "#verify/report/report.js";
import { accepted, causesOf, type Found, failing, invalidField, respondsWith, warned } from "./results.js";

const paging = (list: ListFeature, about: Found["about"] = {}): Found => ({
  check: "pagination",
  place: "#/paths/~1things/get/x-pagination",
  about: { list, ...about },
});
const echo = (...fields: string[]): Found => ({ check: "echo", place: "#/paths/~1things/post", about: { fields } });
const notFound = (...foundBy: string[]): Found => ({
  check: "relation",
  place: "#/paths/~1things~1{id}",
  about: { status: 404, foundBy },
});
const UNKNOWN = accepted("path id");
const WHOLE: Found = { check: "body", about: { fields: [""], keyword: "type" } };
const NEW = "#/components/schemas/New";

describe("a test case fails because of another one's cause:", () => {
  test.each<[string, CaseResult[], string[]]>([
    ["a resource with a wrong id is not found", [failing("a", "addThing", invalidField("id"), notFound("id"))], ["a"]],
    [
      "but one with another wrong field should be",
      [failing("a", "addThing", invalidField("name"), notFound("id"))],
      ["a", "a"],
    ],
    [
      "pages of a wrong size have other items",
      [failing("a", "listThings", paging("page size")), failing("b", "listThings", paging("items"))],
      ["a → b"],
    ],
    [
      "but another list should have its own",
      [failing("a", "listThings", paging("page size")), failing("b", "listPeople", paging("items"))],
      ["a", "b"],
    ],
    [
      "pages that ignore the cursor repeat items, and never end",
      [failing("a", "listThings", paging("cursor")), failing("b", "listThings", paging("more items"))],
      ["a → b"],
    ],
    [
      "but the cursor of the items before is another one",
      [failing("a", "listThings", paging("cursor")), failing("b", "listThings", paging("backward cursor"))],
      ["a", "b"],
    ],
    [
      "but the order of items is another fault",
      [failing("a", "listThings", paging("cursor"), paging("order"))],
      ["a", "a"],
    ],
    [
      "an operation that finds what does not exist finds what was not created",
      [
        failing("a", "retrieveThing", UNKNOWN),
        failing("b", "addThing", { check: "side-effects", place: "#/b/type", about: { shownBy: "retrieveThing" } }),
      ],
      ["a → b"],
    ],
    [
      "but one that finds no other does not",
      [
        failing("a", "retrievePerson", UNKNOWN),
        failing("b", "addThing", { check: "side-effects", place: "#/b/type", about: { shownBy: "retrieveThing" } }),
      ],
      ["a", "b"],
    ],
    [
      "a body that as a whole is wrong repeats nothing",
      [failing("a", "addThing", WHOLE), failing("b", "addThing", WHOLE, echo("name"))],
      ["a b"],
    ],
    [
      "a field with a wrong value differs from the sent one, and from that of the list",
      [
        failing("a", "retrieveThing", invalidField("at")),
        failing("b", "addThing", echo("at")),
        failing("c", "listThings", { check: "list-item", about: { fields: ["at"] } }),
      ],
      ["a → b c"],
    ],
    [
      "but a field of another collection does not",
      [failing("a", "addThing", invalidField("at")), failing("b", "listPeople", echo("at"))],
      ["a", "b"],
    ],
    [
      "another resource than the requested one has other values",
      [
        failing("a", "retrieveThing", { check: "identity", about: { fields: ["id"] } }),
        failing("b", "retrieveThing", echo("name")),
      ],
      ["a → b"],
    ],
    [
      "an invalid value that was accepted is returned",
      [
        failing("a", "addThing", accepted("body", `${NEW}/properties/at/type`)),
        failing("b", "listThings", invalidField("at")),
      ],
      ["a → b"],
    ],
    [
      "a body that is not validated is not validated in its parts",
      [
        failing("a", "addThing", accepted("body", `${NEW}/type`)),
        failing("b", "addThing", accepted("body", `${NEW}/properties/at/type`)),
      ],
      ["a → b"],
    ],
    [
      "but one that may lack a field is validated: a part that is not is another fault",
      [
        failing("a", "addThing", accepted("body", `${NEW}/required`)),
        failing("b", "addThing", accepted("body", `${NEW}/properties/at/minLength`)),
      ],
      ["a", "b"],
    ],
    [
      "a resource that was not deleted is deleted again",
      [
        failing("a", "removeThing", { check: "relation", about: { status: 200, effectOf: "removeThing" } }),
        failing("b", "removeThing", UNKNOWN),
      ],
      ["a → b"],
    ],
    [
      "an operation that fails for every request also fails for invalid ones",
      [
        failing("a", "addThing", respondsWith(500)),
        failing("b", "addThing", {
          check: "status",
          place: `${NEW}/type`,
          about: { status: 500, wanted: "rejection", fault: { part: "body" } },
        }),
      ],
      ["a → b"],
    ],
    [
      "but a warning explains no failure",
      [warned("a", "addThing", invalidField("at")), failing("b", "addThing", echo("at"))],
      ["b", "a"],
    ],
    [
      "a consequence of a consequence is one of the cause",
      [
        failing("a", "addThing", accepted("body", `${NEW}/type`)),
        failing("b", "addThing", accepted("body", `${NEW}/properties/at/type`)),
        failing("c", "listThings", invalidField("at")),
        failing("d", "retrieveThing", echo("at")),
      ],
      ["a → b c d"],
    ],
  ])("%s", (_, cases, want) => {
    expect(causesOf(cases)).toEqual(want);
  });
});
