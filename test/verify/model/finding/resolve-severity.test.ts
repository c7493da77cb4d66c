import { expect, test } from "vitest";
import { resolveSeverity, type Severities } from "#verify/model/finding/severity.js";

const NONE: Severities = { causes: {}, operations: {}, rules: {}, checks: {} };

const SUBJECT = { check: "body", rule: "body-invalid", operation: "listThings", cause: "body-created-at" } as const;

test.each<[title: string, severities: Partial<Severities>, severity: string, setting: string[] | undefined]>([
  ["the evidence decides without a setting", {}, "failure", undefined],
  ["the setting of the check replaces the evidence", { checks: { body: "warning" } }, "warning", ["checks", "body"]],
  [
    "the setting of the rule has precedence over that of its check",
    { checks: { body: "off" }, rules: { "body-invalid": "warning" } },
    "warning",
    ["rules", "body-invalid"],
  ],
  [
    "the setting of another rule of the check has no effect",
    { rules: { "body-unreadable": "off" } },
    "failure",
    undefined,
  ],
  [
    "the setting of the operation has precedence over those of the rule and the check",
    { checks: { body: "failure" }, rules: { "body-invalid": "failure" }, operations: { listThings: "off" } },
    "off",
    ["operations", "listThings"],
  ],
  [
    "the setting of the cause has precedence over both",
    { checks: { body: "off" }, operations: { listThings: "off" }, causes: { "body-created-at": "warning" } },
    "warning",
    ["causes", "body-created-at"],
  ],
  [
    "settings of others have no effect",
    { checks: { status: "off" }, operations: { getThing: "off" }, causes: { "body-name": "off" } },
    "failure",
    undefined,
  ],
])("%s", (_, severities, severity, setting) => {
  const resolved = resolveSeverity("failure", SUBJECT, { ...NONE, ...severities });
  expect(resolved).toEqual(setting ? { severity, setting: ["severities", ...setting] } : { severity });
});

test("an operation with the name of a member of every object has no severity by accident", () => {
  const subject = { check: "body", rule: "body-invalid", operation: "constructor" } as const;
  expect(resolveSeverity("warning", subject, NONE)).toEqual({ severity: "warning" });
});
