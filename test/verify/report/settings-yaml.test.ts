import { parseYaml } from "@redocly/openapi-core";
import { expect, test } from "vitest";
import { settingsYaml, variableFor, type WrittenSetting } from "#verify/report/settings-yaml.js";

test("settings that begin alike stand together, with sentences above them", () => {
  const settings: WrittenSetting[] = [
    { setting: ["values", "a", "id"], value: "VALUE", comments: ["Needed by a."] },
    { setting: ["rate"], value: 20 },
    { setting: ["values", "a", "name"], value: ["VALUE", "VALUE"] },
    { setting: ["allowed", "deleteA"] },
  ];
  expect(settingsYaml(settings)).toEqual([
    "values:",
    "  a:",
    "    # Needed by a.",
    "    id: VALUE",
    "    name: [VALUE, VALUE]",
    "rate: 20",
    "allowed:",
    "  - deleteA",
  ]);
});

test("comments become settings when the sign before them is removed", () => {
  const settings: WrittenSetting[] = [
    { setting: ["values", "a", "id"], value: 1, comments: ["An id."], isOptional: true },
    { setting: ["credentials", "Key"], value: "$K" },
    { setting: ["credentials", "otherTeam"], value: "$O", isOptional: true },
  ];
  const lines = settingsYaml(settings);
  expect(lines).toEqual([
    "# values:",
    "#   a:",
    "#     # An id.",
    "#     id: 1",
    "credentials:",
    "  Key: $K",
    "  # otherTeam: $O",
  ]);
  expect(parseYaml(lines.join("\n").replace(/^( *)# /gm, "$1"))).toEqual({
    values: { a: { id: 1 } },
    credentials: { Key: "$K", otherTeam: "$O" },
  });
});

test("the value of one example does not stand beside the value of every request", () => {
  const settings: WrittenSetting[] = [
    { setting: ["values", "a", "id"], value: 1 },
    { setting: ["values", "a", "id", "found"], value: 2 },
  ];
  expect(parseYaml(settingsYaml(settings).join("\n"))).toEqual({ values: { a: { id: { found: 2 } } } });
});

test.each(["page.size", "GET /a", "1 c", "a: b", "on", "null", "#", "{x}", "- y", "", " ", '"', "__proto__ ", "1"])(
  "the name %j is the same after it was written and read",
  (name) => {
    const settings = [{ setting: ["values", name], value: name }, { setting: ["allowed", name] }];
    expect(parseYaml(settingsYaml(settings).join("\n"))).toEqual({ values: { [name]: name }, allowed: [name] });
  },
);

test.each([
  ["BearerAuth", "BEARER_AUTH"],
  ["otherTeam", "OTHER_TEAM"],
  ["my key.v2", "MY_KEY_V2"],
  ["2fa", "_2FA"],
])("the variable for %s is %s", (name, variable) => expect(variableFor(name)).toBe(variable));
