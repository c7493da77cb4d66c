import type { Row, ServingRow } from "./row.js";

/** Calls of the commands that write files. */
export const WRITING: readonly Row[] = [
  {
    args: "summary reports/report.json --base reports/report.json --comment",
    files: ["things.yaml"],
    before: ["verify --spec things.yaml --base-url <right> --key-env ANY_KEY"],
    prints: /^<!-- contract-summary -->\n### .*Things[\s\S]*\| difference \|/,
  },
  // Without input, it ends at once. test/mcp/ calls its tools.
  { args: "mcp --target staging.yaml --spec things.yaml", prints: /^$/ },
  { args: "completion bash", prints: /^# Completion of team-api in bash[\s\S]*--allow-writes/ },
  {
    args: "init --out files --spec things.yaml --spec-header X-Key:k --auth auth.yaml --base-url <right>",
    files: ["things.yaml", "auth.yaml"],
    writes: {
      "files/staging.yaml": /^baseUrl: http:\/\/127\.0\.0\.1:\d+\/right$/m,
      "files/provision.mjs": /provision/,
    },
  },
  {
    args: "export --format http --out files --base-url http://things.example --spec things.yaml --spec-header X-Key:k --strict-document --force",
    files: ["things.yaml"],
    before: ["export --format http --out files --spec things.yaml"],
    prints: /^Wrote 1 request to /,
    writes: { "files/requests.http": /http:\/\/things\.example/ },
  },
  {
    args: "client --spec things.yaml --spec-header X-Key:k --overlay overlay.yaml --strict-document --name acme-things --out package --dates Date --int64 string --package-version 1.2.3",
    files: ["things.yaml", "overlay.yaml"],
    prints: /^Wrote acme-things 1\.2\.3 with 1 operation to package\.$/m,
    writes: { "package/package.json": /"version": "1\.2\.3"/, "package/README.md": /Overlaid/ },
  },
  {
    args: "mock --port 0 --spec items.yaml --stateful --database",
    files: ["items.yaml"],
    code: 2,
    prints: /--database needs DATABASE_URL, which is not set\./,
  },
];

const CONDITIONS = "--latency 1..2 --fail 0% --rate 1000/s --seed 3";
const PLACE = "--port 0 --host 127.0.0.1";

/** Calls of the commands that serve. */
export const SERVING: readonly ServingRow[] = [
  {
    args: `mock ${PLACE} --spec things.yaml --spec-header X-Key:k --overlay overlay.yaml --strict --strict-document --quiet ${CONDITIONS}`,
    files: ["things.yaml", "overlay.yaml"],
    get: "/things",
    responds: /^200 [\s\S]*2026-01-02T03:04:05Z/,
    prints: /^Mock of things\.yaml at http[^\n]*\n[^\n]*\n$/,
  },
  {
    args: `mock ${PLACE} --spec items.yaml --stateful --keys sandbox-key-of-the-first-team --seed-data seed.json --rows 2 --control --break item-twice`,
    files: ["items.yaml", "seed.json"],
    get: "/items",
    responds: /^200 [\s\S]*mock-state: kept[\s\S]*seeded/,
    prints: /Control plane/,
  },
  {
    args: `mock ${PLACE} --spec items.yaml --stateful --persist state.db`,
    files: ["items.yaml"],
    get: "/items",
    responds: /^200 [\s\S]*mock-state: kept/,
    writes: { "state.db": /^SQLite format 3/ },
  },
  {
    args: `sandbox ${PLACE} --db data.db --rows 3 --control --log json ${CONDITIONS}`,
    get: "/suppressions",
    responds: /^200 [\s\S]*"has_more"/,
    prints: /Control plane[\s\S]*^\{.*"status":200/m,
    writes: { "data.db": /^SQLite format 3/ },
  },
  {
    args: `sandbox ${PLACE} --quiet`,
    get: "/suppressions",
    responds: /^200 /,
    prints: /^(?![\s\S]*"status":200)Sandbox at /,
  },
  {
    args: `proxy --target <wrong> ${PLACE} --spec things.yaml --spec-header X-Key:k --response-headers --key-env ANY_KEY --strict --stateless --fail-on warning --require-all --har-out run.har --suggest-overlay more.yaml --reports out --quiet`,
    files: ["things.yaml"],
    code: 1,
    get: "/things",
    responds: /^200 [\s\S]*x-contract-violations/,
    prints: /^Failed\. /m,
    writes: { "out/report.json": /"verdict": "failed"/, "run.har": /things/ },
  },
  {
    args: "verify --spec things.yaml --base-url <right> --key-env ANY_KEY --watch watched",
    files: ["things.yaml"],
    code: null,
    get: "",
    responds: /^/,
    prints: /^Passed\. [\s\S]*^Waiting for a change in watched/m,
  },
];
