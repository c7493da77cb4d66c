import { describe, expect, test } from "vitest";
import { type Requirement, requirementPlace } from "#openapi/document/requirements.js";
import { coveredRequirements, failedRequirements } from "#verify/engine/findings/attribution.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import { broken } from "#verify/rules/sentence.js";

function requirement(id: string, stated: string[], settings: Partial<Requirement> = {}): Requirement {
  return {
    id,
    operations: ["listThings"],
    requirement: `The server follows ${id}.`,
    stated,
    runtime: undefined,
    ...settings,
  };
}

const SCHEMA = "#/components/schemas/Thing";
const CONTENT = "#/paths/~1things/get/responses/200/content";

const REQUIREMENTS = [
  requirement("SUCCESS", ["#/paths/~1things/get/responses/200"]),
  requirement("FORM", [SCHEMA]),
  requirement("DATE", [`${SCHEMA}/properties/date`]),
  requirement("ORIGIN", [`${SCHEMA}/properties/origin/enum`]),
  requirement("OTHER", [SCHEMA], { operations: ["addThing"] }),
  requirement("RUNTIME", [`${SCHEMA}/properties/tokens`], { runtime: "Only a running server can show it." }),
];

/** Requirements whose places contain each other. */
const NESTED = [
  ...REQUIREMENTS,
  requirement("SIZE", [`${SCHEMA}/properties/size`]),
  requirement("ALSO SIZE", [`${SCHEMA}/properties/size`, "#/elsewhere/else"]),
  requirement("CONTENT", [CONTENT]),
  requirement("CSV", [`${CONTENT}/text~1csv/schema`]),
  requirement("PARAMETER", ["#/components/parameters/Size"]),
];

const finding = (facts: Pick<FindingDraft, "place" | "places">): FindingDraft => {
  return { ...broken("recorded-request-invalid", { violation: "" }), expected: "", received: "", ...facts };
};

describe("a finding breaks", () => {
  test.each<{ title: string; places: Pick<FindingDraft, "place" | "places">; operation?: string; broken: string[] }>([
    { title: "the requirement that is stated at its place", places: { place: SCHEMA }, broken: ["FORM"] },
    {
      title: "the requirement that is stated at the place, not that of a whole that contains it",
      places: { place: `${SCHEMA}/properties/date` },
      broken: ["DATE"],
    },
    {
      title: "every requirement that is stated at the nearest place around it",
      places: { place: `${SCHEMA}/properties/size/minimum` },
      broken: ["SIZE", "ALSO SIZE"],
    },
    {
      title: "the requirement of media types, if the media type is wrong",
      places: { place: `${CONTENT}/application~1json` },
      broken: ["CONTENT"],
    },
    {
      title: "no requirement of media types, if a value in the body is wrong",
      places: { place: `${CONTENT}/application~1json/schema/properties/file_name/type` },
      broken: [],
    },
    {
      title: "the requirement that is stated in the schema of a body",
      places: { place: `${CONTENT}/text~1csv/schema/pattern` },
      broken: ["CSV"],
    },
    {
      title: "the requirement of a parameter, if its schema is violated",
      places: { place: "#/components/parameters/Size/schema/minimum" },
      broken: ["PARAMETER"],
    },
    {
      title: "the requirement that is stated around the place",
      places: { place: `${SCHEMA}/properties/name/minLength` },
      broken: ["FORM"],
    },
    {
      title: "no requirement that is stated only in a part of the place",
      places: { place: "#/paths/~1things/get/responses" },
      broken: [],
    },
    {
      title: "the requirement of the innermost level that has any",
      places: {
        place: `${SCHEMA}/properties/date/pattern`,
        places: [["#/paths/~1things/get/responses/200"], [`${SCHEMA}/properties/date/pattern`], ["#/elsewhere"]],
      },
      broken: ["DATE"],
    },
    {
      title: "the requirement that a place names by its id, whatever the operation is",
      places: { place: "#/elsewhere", places: [[requirementPlace("OTHER")]] },
      broken: ["OTHER"],
    },
    {
      title: "the requirement that it names, and not one that is stated at its place",
      places: { place: SCHEMA, places: [[SCHEMA, requirementPlace("OTHER")]] },
      broken: ["OTHER"],
    },
    {
      title: "the requirements of its own operation only",
      places: { place: SCHEMA },
      operation: "addThing",
      broken: ["OTHER"],
    },
    { title: "no requirement, if none is stated there", places: { place: "#/elsewhere" }, broken: [] },
    { title: "no requirement, if it concerns no place", places: { place: SCHEMA, places: [] }, broken: [] },
  ])("$title", ({ places, operation = "listThings", broken }) => {
    expect(new Set(failedRequirements(NESTED, operation, finding(places)))).toEqual(new Set(broken));
  });
});

describe("a test case covers", () => {
  test.each<{ title: string; places: string[][]; atRuntime: boolean; covered: string[] }>([
    {
      title: "the requirements at its places, around them and in their parts",
      places: [[`${SCHEMA}/properties/origin`]],
      atRuntime: false,
      covered: ["FORM", "ORIGIN"],
    },
    {
      title: "no requirement that only a running server can show, by its stated places",
      places: [[SCHEMA]],
      atRuntime: false,
      covered: ["FORM", "DATE", "ORIGIN"],
    },
    {
      title: "also a requirement that only a running server can show, if it observes the behavior",
      places: [[`${SCHEMA}/properties/tokens`]],
      atRuntime: true,
      covered: ["FORM", "RUNTIME"],
    },
    {
      title: "no requirement that only a running server can show, if it is about a part beside or in its place",
      places: [[`${SCHEMA}/properties`], [`${SCHEMA}/properties/tokens/maxItems`]],
      atRuntime: true,
      covered: ["FORM"],
    },
    {
      title: "no requirement that only a running server can show, by the whole around the part that it is about",
      places: [[`${SCHEMA}/properties/tokens`], [`${SCHEMA}/properties/tokens/maxItems`]],
      atRuntime: true,
      covered: ["FORM"],
    },
    {
      title: "the innermost level that states a requirement",
      places: [[SCHEMA], ["#/paths/~1things/get/responses/200"]],
      atRuntime: true,
      covered: ["SUCCESS"],
    },
    {
      title: "a requirement by its id",
      places: [[requirementPlace("RUNTIME")]],
      atRuntime: false,
      covered: ["RUNTIME"],
    },
    { title: "nothing without places", places: [], atRuntime: true, covered: [] },
  ])("$title", ({ places, atRuntime, covered }) => {
    const ids = coveredRequirements(REQUIREMENTS, [{ operation: "listThings", places, atRuntime }]);
    expect(new Set(ids)).toEqual(new Set(covered));
  });

  test("each requirement once, over several operations", () => {
    const coverage = { operation: "listThings", places: [[SCHEMA]], atRuntime: false };
    const ids = coveredRequirements(REQUIREMENTS, [coverage, coverage, { ...coverage, operation: "addThing" }]);
    expect(ids).toEqual(["FORM", "DATE", "ORIGIN", "OTHER"]);
  });
});
