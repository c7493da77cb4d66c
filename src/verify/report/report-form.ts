/** The JSON Schema of the parts of a report.json that comparisons and merges read. */
const TEXT = { type: "string" };
const TEXTS = { type: "array", items: TEXT };
const COUNT = { type: "number" };

function list(properties: Readonly<Record<string, object>>): object {
  return { type: "array", items: object(properties) };
}

function object(properties: Readonly<Record<string, object>>, more: Readonly<Record<string, object>> = {}): object {
  return { type: "object", required: Object.keys(properties), properties: { ...properties, ...more } };
}

const CAUSE = {
  ...{ id: TEXT, things: TEXTS, title: TEXT, operations: TEXTS, cases: TEXTS },
  severity: { enum: ["failure", "warning"] },
  example: object({ case: TEXT }),
};

const COVERAGE = object({
  operations: list({ operation: TEXT, state: TEXT, statuses: { type: "array", items: COUNT } }),
  kinds: list({ kind: TEXT, exercised: COUNT, total: COUNT }),
  missing: list({ operation: TEXT, kind: TEXT, names: TEXTS }),
});

const OUTCOME = object({ verdict: TEXT, statuses: { type: "array", items: COUNT } });
const CASE = { name: TEXT, operation: TEXT, outcome: OUTCOME, warnings: { type: "array", items: { type: "object" } } };

export const REPORT_FORM = object(
  {
    contract: object({ title: TEXT, version: TEXT }),
    target: TEXT,
    date: { type: "string", pattern: "^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$" },
    causes: list(CAUSE),
    cases: list(CASE),
    requirements: { type: "array", items: { type: "object" } },
  },
  { coverage: COVERAGE, complete: TEXTS, unusedKeys: TEXTS },
);
