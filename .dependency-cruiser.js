/** Rooms of src/openapi/: what an operation and its schemas are. */
const PARTS = ["src/cli", "src/openapi/patterns", "src/openapi/document"];
const OPERATIONS = [...PARTS, "src/openapi/schema", "src/openapi/operations"];
const READERS = ["src/cli", "src/openapi", "src/http"];
const MODEL = [...READERS, "src/statements", "src/verify/model", "src/verify/rules"];
const RESOURCES = [...MODEL, "src/values", "src/verify/relations", "src/verify/requests"];
const SUITES = [...RESOURCES, "src/verify/resources", "src/verify/checks"];
const CASES = [...SUITES, "src/verify/judges", "src/verify/steps", "src/verify/trial", "src/verify/suites/suite.ts"];
const LIFE_CYCLE = "src/verify/suites/life-cycle";
const ENGINE = [
  ...SUITES,
  "src/verify/journal",
  "src/verify/history",
  "src/verify/steps",
  "src/verify/trial",
  "src/verify/transport",
  "src/verify/target",
  "src/verify/suites",
  "src/verify/report",
];
const COMMAND = [...ENGINE, "src/verify/engine", "src/verify/traffic", "src/verify/reporters", "src/verify/verify.ts"];

/**
 * The layers: every folder or file of ours, and what it may import beside itself. A folder means all that is below it,
 * except the folders below it that have a line of their own.
 *
 * @type {Record<string, string[]>}
 */
export const LAYERS = {
  "src/cli": [],
  "src/openapi": ["src/cli"],
  "src/openapi/patterns": ["src/cli"],
  "src/openapi/document": ["src/cli", "src/openapi/patterns"],
  "src/openapi/schema": PARTS,
  "src/openapi/operations": [...PARTS, "src/openapi/schema"],
  "src/openapi/direction": PARTS,
  "src/openapi/validator": [...PARTS, "src/openapi/direction", "src/openapi/schema"],
  "src/openapi/extensions": OPERATIONS,
  "src/openapi/examples": [...OPERATIONS, "src/openapi/validator"],
  "src/openapi/upgrade": OPERATIONS,
  "src/openapi/swagger": [...OPERATIONS, "src/openapi/upgrade"],
  "src/openapi/files": PARTS,
  "src/openapi/bundle": [...PARTS, "src/openapi/files"],
  "src/openapi/overlay": [...PARTS, "src/openapi/files"],
  "src/openapi/load": [
    ...[...OPERATIONS, "src/openapi/examples", "src/openapi/upgrade", "src/openapi/swagger"],
    ...["src/openapi/files", "src/openapi/bundle", "src/openapi/overlay"],
  ],
  "src/http": ["src/openapi"],
  "src/statements": READERS,
  "src/values": ["src/cli", "src/openapi", "src/values"],
  "src/values/random": ["src/cli", "src/openapi"],
  "src/values/rules": ["src/cli", "src/openapi"],
  "src/values/kinds": ["src/cli", "src/openapi", "src/values/random", "src/values/rules"],
  "src/values/attempt": ["src/cli", "src/openapi", "src/values/random", "src/values/rules", "src/values/kinds"],
  "src/conditions": ["src/cli", "src/http", "src/values"],
  "src/client": ["src/http", "src/openapi", "src/statements/paging"],
  "src/schemas": ["src/client", "src/http", "src/openapi"],
  "src/openapi-fetch": [],
  "src/tanstack-query": ["src/client", "src/statements/paging"],
  "src/client-package": ["src/cli", "src/openapi", "src/generate"],
  "src/generate": ["src/cli", "src/openapi", "src/http", "src/client", "src/statements"],
  generated: ["src/client", "src/schemas", "src/http", "src/openapi", "src/mock/msw"],
  "src/database": ["src/cli"],
  "src/state": [...READERS, "src/statements", "src/values"],
  "src/state/sql": [...READERS, "src/database", "src/state"],
  "src/mock": [...READERS, "src/statements", "src/values", "src/conditions", "src/state", "src/database"],
  "src/mock/msw": [...READERS, "src/client", "src/conditions", "src/mock", "src/statements", "src/state"],
  "src/export": [...READERS, "src/values"],
  "src/init": [
    ...READERS,
    "src/statements",
    "src/verify/model",
    "src/verify/report/settings-yaml.ts",
    "src/verify/resources/permission/undoing.ts",
    "src/verify/target/target-file-text.ts",
  ],
  "src/team-api/rules": [...SUITES, "src/verify/judges", "src/verify/steps", "src/verify/suites"],
  "src/team-api/team-api.ts": ["src/team-api", "src/verify/model"],
  "src/team-api/sandbox": [...READERS, "src/conditions", "src/database", "generated", "src/verify/model"],
  "src/verify/model": [...READERS, "src/statements"],
  "src/verify/journal": ["src/verify/model"],
  "src/verify/rules": [...READERS, "src/verify/model"],
  "src/verify/relations": MODEL,
  "src/verify/requests": [...MODEL, "src/values", "src/verify/relations"],
  "src/verify/resources": [...RESOURCES, "src/verify/journal", "src/verify/judges", "src/verify/transport"],
  // The gate is not among them: a rule sends nothing.
  "src/verify/history": [
    ...RESOURCES,
    "src/verify/journal",
    "src/verify/judges",
    "src/verify/resources/address.ts",
    "src/verify/resources/ledger",
    "src/verify/resources/shown/shown-in.ts",
  ],
  // What sends is not among them: a judge compares what a driver brought about.
  "src/verify/judges": [...MODEL, "src/verify/relations"],
  "src/verify/checks": MODEL,
  "src/verify/causes": MODEL,
  "src/verify/report": [...MODEL, "src/verify/causes"],
  "src/verify/transport": MODEL,
  "src/verify/target": [...MODEL, "src/values", "src/verify/transport", "src/verify/report", "src/mock"],
  "src/verify/steps": [...SUITES, "src/verify/judges"],
  "src/verify/trial": [...SUITES, "src/verify/judges"],
  "src/verify/suites": [...CASES, "src/verify/suites"],
  "src/verify/suites/life-cycle/created": CASES,
  "src/verify/suites/life-cycle/actions": [...CASES, `${LIFE_CYCLE}/created`],
  "src/verify/suites/life-cycle/updates": [...CASES, `${LIFE_CYCLE}/created`, `${LIFE_CYCLE}/actions`],
  "src/verify/suites/life-cycle/deletion": [
    ...CASES,
    ...["created", "actions", "updates"].map((room) => `${LIFE_CYCLE}/${room}`),
  ],
  "src/verify/engine": ENGINE,
  "src/verify/traffic": [...ENGINE, "src/verify/engine"],
  "src/verify/reporters": ["src/cli", "src/verify/report"],
  "src/verify/command": COMMAND,
  "src/verify/verify.ts": [...COMMAND, "src/verify/command"],
  "src/verify/verify-target.ts": [...COMMAND, "src/verify/command"],
  "src/mcp": [...COMMAND, "src/verify/command", "src/verify/verify-target.ts", "src/mock"],
  "src/proxy": [...COMMAND, "src/verify/command"],
  "src/cli.ts": ["src"],
  "src/index.ts": ["src"],
  "src/vitest.ts": ["src"],
  scripts: ["src", "generated"],
  "openapi/lint": ["src/cli", "src/openapi", "src/values"],
};

const PLACES = Object.keys(LAYERS);

/**
 * The start of a pattern that matches a file, or a folder with all that is below it.
 *
 * @param {string} place
 */
const below = (place) => place.replaceAll(".", "[.]") + (place.endsWith(".ts") ? "$" : "/");

/**
 * A pattern that matches the files of a layer, without those of the layers below it.
 *
 * @param {string} place
 */
function filesOf(place) {
  const others = PLACES.filter((each) => each.startsWith(`${place}/`)).map(below);
  return others.length === 0 ? `^${below(place)}` : `^(?!${others.join("|")})${below(place)}`;
}

/**
 * A rule that lets a layer import its list, and nothing else of ours.
 *
 * @param {[string, string[]]} layer
 * @returns {import("dependency-cruiser").IForbiddenRuleType}
 */
function layerRule([place, imports]) {
  return {
    name: `layer:${place}`,
    comment: `${place} may import ${imports.join(", ") || "nothing of ours"}. Move the code, or pass what it needs as an argument.`,
    severity: "error",
    from: { path: filesOf(place) },
    to: {
      path: "^(src|generated|scripts|openapi|test)/",
      // Imports of our API have a rule of their own.
      pathNot: [
        filesOf(place),
        ...(place.startsWith("src/team-api/") ? [] : ["^src/team-api/"]),
        ...imports.map((each) => `^${below(each)}`),
      ],
    },
  };
}

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    {
      name: "no-cycle",
      comment:
        "Files must not import each other in a cycle, not even types. Move the shared part to a file of its own.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-file-outside-the-layers",
      comment: "The file belongs to no layer. Move it into one, or add its folder to LAYERS in .dependency-cruiser.js.",
      severity: "error",
      from: { path: "^src/", pathNot: PLACES.map((place) => `^${below(place)}`) },
      to: {},
    },
    {
      name: "only-the-gate-sends",
      comment:
        "Every request of a run passes the gate, which decides whether it may be sent. Send it by src/verify/resources/gate.ts.",
      severity: "error",
      from: { path: "^src/", pathNot: ["^src/verify/resources/gate[.]ts$", "^src/verify/transport/"] },
      to: { path: "^src/verify/transport/(transport|http-client)[.]ts$" },
    },
    {
      name: "only-the-gate-decides",
      comment: "Whether a request may be sent is decided in one place. Ask context.prepare, or the gate.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot: ["^src/verify/resources/", "^src/verify/engine/(plan/plan|run/run-context)[.]ts$"],
      },
      to: { path: "^src/verify/resources/permission/permission[.]ts$" },
    },
    {
      name: "rules-and-requests-send-nothing",
      comment:
        "Requests are made of values, and rules judge exchanges. Move what asks the target to a suite, to src/verify/steps/ or to src/verify/resources/, or pass its values.",
      severity: "error",
      from: { path: "^src/verify/(requests|relations|rules|judges|checks|history)/" },
      to: { path: "^src/verify/model/test-case/case-context[.]ts$" },
    },
    {
      name: "drivers-compare-nothing",
      comment:
        "A suite brings a situation about. Move what compares responses, or makes a finding, to src/verify/judges/, and pass its result to context.judge.",
      severity: "error",
      from: { path: "^src/verify/(suites|steps|trial)/" },
      to: {
        path: "^src/verify/(rules/(?!registry[.]ts$|suites[.]ts$)|model/finding/(compare|effect|breach|conversions)[.]ts$)",
      },
    },
    {
      name: "only-the-entries-know-our-api",
      comment:
        "Tools for any document know nothing of our API. Add what they need to Api in src/verify/model/api.ts, and pass it in.",
      severity: "error",
      from: { path: "^(src|generated|openapi)/", pathNot: ["^src/team-api/", "^src/(cli|index|vitest)[.]ts$"] },
      to: { path: "^src/team-api/" },
    },
    {
      name: "no-suite-imports-a-suite",
      comment:
        "A suite is a file or a folder of src/verify/suites/. Move what two suites need to the room that owns it: steps/, requests/, resources/ or trial/.",
      severity: "error",
      from: { path: "^src/verify/suites/(?!registry[.]ts$)([^/]+?)(?:/|[.]ts$)" },
      to: {
        path: "^src/verify/suites/",
        pathNot: ["^src/verify/suites/suite[.]ts$", "^src/verify/suites/$1(/|[.]ts$)"],
      },
    },
    {
      name: "packages-on-demand-have-a-module",
      comment:
        "In the bundle, an import() of a CommonJS package has a default export only. Import it in a module of ours, and load that module.",
      severity: "error",
      from: { path: "^(src|openapi)/" },
      to: {
        dynamic: true,
        dependencyTypesNot: ["core", "local", "aliased"],
        // Not bundled, or taken by its default export.
        pathNot: ["(^|/)(libsql|pg)(/|$)", "^(src|generated)/"],
      },
    },
    ...Object.entries(LAYERS).map(layerRule),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Imports of types count as well, in JSDoc too.
    tsPreCompilationDeps: true,
    detectJSDocImports: true,
  },
};
