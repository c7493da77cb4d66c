import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import type { Extent } from "./test/sample.js";

/** Tests of the package that `npm pack` builds, and of its command. It is built once for all of them. */
const PACKAGE = [
  "test/package/**/*.test.ts",
  "test/recipes/**/*.test.ts",
  "test/verify/command/**/*.test.ts",
  "test/mock/command.test.ts",
  "test/team-api/sandbox/command.test.ts",
];

/**
 * Test files of `npm run test:all` only. Most of them start a process for each test, and other files test their parts:
 * `verify/command/verify` the published command, `hostile/servers` and `hostile/documents` what the random ones test, `release/checks`, `changelog` and `versions` a release,
 * `faults/known` and `servers/inferred` what `servers/known`, `servers/suggested-overlay`, `servers/reach/reach` and
 * `servers/public` test with other servers.
 */
const EXHAUSTIVE = [
  ...[
    "team-api/additions",
    "release/release",
    "package/commands",
    "verify/traffic/har-out",
    "generate/other-document",
    "generate/replaced-contract",
    "docs/page-loading",
    "documents/spec-option",
    "documents/swagger",
    "diff/changes",
    "diff/formats",
    "hostile/event-loop",
    "hostile/random-documents",
    "hostile/random-servers",
    "hostile/random-target-files",
    "diff/random",
    "cli/small-heap",
    "faults/known",
    "generate/compiled-script",
    "layers/layers",
    "mock/stand-ins",
    "verify/leftovers-of-runs",
    "verify/long-list",
    "frontend/frontend",
    "generate/writer-pages",
    "start/start",
    "generate/members",
    "generate/small-documents",
    "package/other-client",
    "package/options/options",
    "package/page",
    "package/publish",
    "package/types",
    "start/try-it",
    "verify/other-documents",
    "recipes/recipes",
    "servers/baseline",
    "servers/known",
    "servers/public",
    "servers/public-faults",
    "servers/reach/reach",
    "servers/suggested-overlay",
    "verify/traffic/traffic-secrets",
    "team-api/sandbox/command",
  ],
  ...["clean-up", "connection", "interruption", "known", "secrets", "shards", "staging"].map(
    (name) => `verify/command/${name}`,
  ),
  ...["acceptance", "concurrency", "database/durability", "database/outage"].map((name) => `team-api/sandbox/${name}`),
].map((name) => `test/${name}.test.ts`);

/**
 * Nets: test files of which the gate runs more than `npm test`. Those that guard the data of others have a row of each kind.
 * Those that judge servers, and add an operation, have a sixth of them.
 */
const GATE = {
  kinds: [
    ...["ownership", "worlds/worlds", "worlds/reversible"].map((name) => `ownership/${name}`),
    ...["servers/inferred-safety", "verify/leftovers-of-runs"],
  ].map((name) => `test/${name}.test.ts`),
  sixth: [
    ...["faults", "inferred", "legal", "legal-shared", "public", "public-faults", "slashes"].map(
      (name) => `servers/${name}`,
    ),
    ...["servers/measured/measured", "servers/reach/reach", "faults/faults-caught", "faults/legal-variants"],
    ...["state/judged", "state/many", "team-api/additions"],
  ].map((name) => `test/${name}.test.ts`),
};

const NETS = [...GATE.kinds, ...GATE.sixth];

/** The nets of which `npm test` has some rows: one for each claim about servers. */
const NETS_OF_TEST = ["servers/legal", "faults/faults-caught", "ownership/ownership"].map(
  (name) => `test/${name}.test.ts`,
);

/** Test files that the gate has as they are, and `npm test` leaves out: each takes ten seconds and more. */
const LONG_OF_GATE = [
  ...["exploration/shrinking", "exploration/legal"].map((name) => `verify/suites/${name}`),
  ...["verify/nothing-tested", "verify/outages", "verify/history/history", "servers/fatture"],
].map((name) => `test/${name}.test.ts`);

/** Test files of the package that the gate has, although `EXHAUSTIVE` leaves them out of `npm test`. */
const GATE_OF_PACKAGE = ["package/commands", "package/types", "verify/command/clean-up"].map(
  (name) => `test/${name}.test.ts`,
);

/**
 * Test files of ten seconds and more, which begin first, in this order: beside one that mostly waits, two others keep the
 * processors busy.
 */
const LONG = [
  ...[
    "faults/legal-variants",
    "faults/faults-caught",
    "docs/page",
    "docs/page-loading",
    "hostile/servers",
    "servers/[\\w/-]+",
  ],
  ...[
    "team-api/additions",
    "ownership/ownership",
    "ownership/worlds/worlds",
    "team-api/sandbox/database/outage",
    "start/try-it",
  ],
  ...["release/release", "diff/changes", "diff/command", "documents/spec-option", "lint/rules", "mutations/mutations"],
  ...["faults/known", "faults/attribution", "team-api/sandbox/concurrency", "verify/nothing-tested"],
  ...["verify/command/verify", "package/commands", "verify/command/staging", "verify/command/known", "package/types"],
].map((name) => new RegExp(`/test/${name}\\.test\\.ts$`));

/** The turns of the projects. */
const TURNS: Readonly<Record<string, number>> = { sixth: 0, kinds: 1, repo: 2, package: 3 };

/**
 * Long files first, and the package's files last. A worker ends if the next file is of another project, and the new worker
 * loads all modules again.
 */
class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turnOf = ({ moduleId, project }: TestSpecification) => {
      const turn = LONG.findIndex((name) => name.test(moduleId));
      return (turn < 0 ? LONG.length : turn) + (TURNS[project.name] ?? 0) * 2 * LONG.length;
    };
    return (await super.sort(files)).toSorted((one, other) => turnOf(one) - turnOf(other));
  }
}

/** The test of `npm run test:tools`, and of no other run: it installs 800 MB of programs. */
const TOOLS = ["test/package/real-tools.test.ts", "test/package/framework-documents.test.ts"];

/** Folders of `npm run quick`: most of their tests are pure. These files of them start processes, verify servers, or wait for limits. */
const QUICK = [
  "openapi",
  "http",
  "client",
  ...["checks", "engine", "requests", "model", "report", "reporters"].map((name) => `verify/${name}`),
];
const NOT_QUICK = [
  ...["openapi/extensions/refused", "openapi/patterns/pattern", "client/sending/time-limit"],
  ...["verify/engine/assumptions", "verify/report/additions", "verify/reporters/html-in-browser"],
];

/** In watch mode, Vite loads all modules, because it runs tests again when one of them changes. */
const isWatching = !process.argv.includes("run");

/** Otherwise, Node loads all but the test files natively, which takes a quarter of the time of Vite's module runner. */
const NATIVE = isWatching
  ? {}
  : {
      // Most runs make garbage that lives for a moment: with more room for it, they take a fourteenth less of the processor.
      execArgv: ["--import", "./test/sources/register.js", "--max-semi-space-size=64"],
      server: { deps: { external: [/\/(src|scripts|generated|test)\/(?!.*\.test\.ts).*\.ts$/] } },
    };
const SETUP = isWatching ? [] : ["test/sources/compile.ts"];

// This process loads the reporter and the setup of the tests.
if (!isWatching) await import("./test/sources/register.js");

/** A project whose tests load the sources, not the package. Files share the modules that they load, which takes a third of the time of most of them. */
function ofSources(
  name: string,
  { extent, include, exclude }: { extent: Extent; include: string[]; exclude: string[] },
) {
  return {
    extends: true as const,
    test: {
      ...{ name, include, exclude, provide: { extent }, isolate: false },
      ...{ globalSetup: SETUP, setupFiles: "test/remove-folders.ts" },
    },
  };
}

/**
 * The modes are those of `npm run test:release`, `test:all`, `test:gate`, `quick` and `test:tools`. `test/sample.ts` says which rows each
 * has.
 */
export default defineConfig(({ mode }) => {
  const extent = mode === "release" ? "all" : mode === "all" ? "kinds" : "few";
  const isQuick = mode === "quick";
  const gate = mode === "gate" ? (["sixth", "kinds"] as const) : [];
  const left = [
    ...(mode === "tools" ? [] : TOOLS),
    ...(extent === "few" ? [...EXHAUSTIVE, ...NETS.filter((name) => !NETS_OF_TEST.includes(name))] : []),
    ...(mode === "test" ? LONG_OF_GATE : []),
    ...(isQuick ? NOT_QUICK.map((name) => `test/${name}.test.ts`) : []),
    "**/node_modules/**",
  ];
  return {
    test: {
      ...NATIVE,
      // Only a test that would never end reaches them: no test depends on the speed of the machine.
      testTimeout: 900_000,
      hookTimeout: 900_000,
      expect: { poll: { timeout: 300_000 } },
      // Vitest's default leaves one processor free, but most tests wait for servers, time limits and other processes.
      maxWorkers: availableParallelism() + 2,
      sequence: { sequencer: Order },
      reporters: ["default", "./test/closing-line.ts"],
      projects: [
        ofSources("repo", {
          extent,
          include: isQuick ? QUICK.map((name) => `test/${name}/**/*.test.ts`) : ["test/**/*.test.ts"],
          exclude: [...PACKAGE, ...left, ...(gate.length > 0 ? NETS : [])],
        }),
        ...gate.map((name) => ofSources(name, { extent: name, include: GATE[name], exclude: [] })),
        {
          extends: true,
          test: {
            name: "package",
            provide: { extent },
            isolate: false,
            include: mode === "tools" ? TOOLS : PACKAGE,
            exclude: mode === "gate" ? left.filter((name) => !GATE_OF_PACKAGE.includes(name)) : left,
            globalSetup: [...SETUP, "test/pack.ts"],
            setupFiles: ["test/remove-folders.ts", "test/wait-for-packages.ts"],
          },
        },
      ],
    },
  };
});
