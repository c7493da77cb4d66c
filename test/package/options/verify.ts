import type { Row } from "./row.js";

const RIGHT = "verify --spec things.yaml --base-url <right> --key-env ANY_KEY";
const WRONG = "verify --spec things.yaml --base-url <wrong> --key-env ANY_KEY";
const THINGS = { files: ["things.yaml"] } as const;

/** Calls of `verify`. */
export const VERIFY: readonly Row[] = [
  { args: "verify --target staging", files: ["team-api.yaml", "things.yaml"], prints: /^Passed\./m },
  {
    args: `${RIGHT} --overlay overlay.yaml --plan --shard 1/2 --only listThings --stateless --no-key`,
    files: ["things.yaml", "overlay.yaml"],
    prints: /^Overlaid 1\.0\.0: the test cases for http/,
  },
  {
    args: "verify --spec defective.yaml --base-url <right> --no-key --strict-document",
    files: ["defective.yaml"],
    code: 2,
    prints: /required/,
  },
  {
    args: `${RIGHT} --allow-writes --timeout 9000 --settle 100 --rate 500 --parallel 2 --budget 50 --max-time 60 --explore 9 --seed 7 --strict --reports out --har-out run.har`,
    ...THINGS,
    prints: /^Passed\. .* 0 failed/m,
    writes: { "out/report.json": /"seed": 7\b/, "out/junit.xml": /<testsuites/, "run.har": /"listThings|\/things"/ },
  },
  {
    args: `${RIGHT} --clean-up --reports out`,
    ...THINGS,
    prints: /^Nothing to remove: out.ledger\.jsonl does not exist/m,
  },
  {
    args: `${RIGHT} --suggest-target suggested.yaml --suggest-overlay relations.yaml --arazzo chains.yaml`,
    ...THINGS,
    writes: { "suggested.yaml": /^baseUrl: /m },
    prints: /^Suggested target file: suggested\.yaml$/m,
  },
  {
    args: `${RIGHT} --require-all --coverage-min 100 --only example`,
    ...THINGS,
    code: 1,
    prints: /^Incomplete\. .*100 % is required/m,
  },
  {
    args: `${WRONG} --fail-on warning --reports out,ctrf --format compact`,
    ...THINGS,
    code: 1,
    prints: /`made` is missing/,
    writes: { "out/ctrf.json": /"faultCodes": \[\s*"F200"/ },
  },
  {
    args: `${WRONG} --replay reports/failures.yaml`,
    ...THINGS,
    before: [`${WRONG} --explore 5`],
    code: 1,
    prints: /^Failed\. /m,
  },
  {
    args: "verify --spec things.yaml --har traffic.har --spec-header X-Key:k --suggest-overlay more.yaml",
    files: ["things.yaml", "traffic.har"],
    code: 1,
    prints: /made/,
  },
  {
    args: "verify --merge first --merge second --reports merged",
    ...THINGS,
    before: [`${RIGHT} --shard 1/2 --reports first`, `${RIGHT} --shard 2/2 --reports second`],
    prints: /, in 2 parts$/m,
    writes: { "merged/report.json": /"verdict": "passed"/ },
  },
  {
    args: `${WRONG} --known known.yaml --known-strict --update-known`,
    ...THINGS,
    prints: /known\.yaml has 1 entry/,
    writes: { "known.yaml": /listThings/ },
  },
  {
    args: `${RIGHT} --compare before/report.json`,
    ...THINGS,
    before: [`${WRONG} --reports before`],
    prints: /^Compared with .*: 0 new causes, 1 fixed, 0 remaining\.$/m,
  },
];
