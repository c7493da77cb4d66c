import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { JsonObject, OpenApiDocument } from "../../src/openapi/document.js";
import type { Change } from "../faults/change.js";
import { FAULTS } from "../faults/faults.js";
import { type FaultyServer, startFaulty } from "../faults/server.js";
import { VARIANTS } from "../faults/variants.js";
import { type Row, row, type Series } from "./harness.js";
import { peerDocument } from "./peer-document.js";
import { COMMANDS, PROJECT, peer, type Ran, run, runNode, WORK } from "./processes.js";
import { TARGET_KEYS, targetFile } from "./target.js";

/** Every n-th of the faults and of the legal variants is tested, the same for all tools, because each run is a process. */
const SAMPLE = { faults: 28, variants: 45 };
/** Milliseconds that a run may take. A run that takes longer has found the failures that it has printed. */
const LIMIT = 60_000;
/** How many servers are tested at once. */
const LANES = 2;

/** A tool that tests a server. */
interface Tool {
  name: string;
  /** @param folder its own, with the documents in it */
  run(server: FaultyServer, folder: string): Promise<Ran>;
  /** The printed failures, in a form that is the same in another run. */
  failures(output: string): string[];
}

const KEY = "sandbox-key-of-the-first-team";

const TOOLS: readonly Tool[] = [
  {
    name: "verify",
    run: (_, folder) =>
      runNode(
        [
          ...[COMMANDS, "verify", "--target", join(folder, "target.json"), "--reports", join(folder, "reports")],
          // Loopback is quick, so a hanging server is detected soon.
          ...["--timeout", "1500"],
        ],
        {
          env: TARGET_KEYS,
          limit: LIMIT,
        },
      ),
    failures: (output) => [...output.matchAll(/^[✗!] (.*)$|^(Error\. .*)$/gm)].map(([line]) => line),
  },
  {
    name: "Redocly Respect",
    run: (_, folder) =>
      run(process.execPath, [join(PROJECT, "node_modules/@redocly/cli/bin/cli.js"), "respect", "arazzo.json"], {
        cwd: folder,
        env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
        limit: LIMIT,
      }),
    failures: (output) => lines(output, /^\s*✗ (.*)$/gm),
  },
  {
    name: "Portman",
    run: ({ url }, folder) =>
      run(
        process.execPath,
        [
          ...[peer("@apideck/portman/bin/portman"), "-l", "single.json", "-b", url, "-c", "portman.json"],
          ...["-o", "collection.json", "-n", "--newmanRunOptions", '{"bail":false}'],
        ],
        { cwd: folder, limit: LIMIT },
      ),
    failures: (output) => lines(output, /^\s+\d+\S*\s+(\[[A-Z]+\].*)$/gm),
  },
  {
    name: "Dredd",
    run: ({ url }, folder) =>
      run(
        process.execPath,
        [peer("dredd/bin/dredd"), "single.json", url, "-h", `Authorization: Bearer ${KEY}`, "--loglevel=error"],
        { cwd: folder, limit: LIMIT },
      ),
    failures: (output) => lines(output, /^(?:fail|error): ((?:GET|POST|DELETE) .*?)(?: duration.*)?$/gm),
  },
  {
    name: "Specmatic",
    run: ({ url }, folder) =>
      run("java", ["-jar", peer("specmatic/specmatic.jar"), "test", "named.json", `--testBaseURL=${url}`], {
        cwd: folder,
        env: { BearerAuth: KEY },
        limit: LIMIT,
      }),
    failures: (output) => lines(output, /^\s*"?(Scenario: .*?)(?: has)? FAILED/gm),
  },
];

/** The first group of each match, without parts that change from run to run. */
function lines(output: string, pattern: RegExp): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are taken out
  const plain = output.replaceAll(/\u001b\[[0-9;]*m/g, "");
  return [...plain.matchAll(pattern)].map(([, line = ""]) =>
    line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+ ?ms/g, "…").trim(),
  );
}

/** The result of one tool on one server. */
interface Trial {
  change: Change;
  failures: string[];
  requests: number;
  seconds: number;
}

const UNCHANGED: Change = { id: "unchanged", title: "Changes nothing." };

/** Compares tools: the faults that they find, and their requests. */
export async function faults(): Promise<Row[]> {
  const document: OpenApiDocument = JSON.parse(await readFile(join(PROJECT, "generated/openapi.json"), "utf8"));
  const wrong = FAULTS.filter((_, index) => index % SAMPLE.faults === 0);
  const legal = VARIANTS.filter((_, index) => index % SAMPLE.variants === 0);
  const java = await run("java", ["-version"]).then(
    ({ code }) => code === 0,
    () => false,
  );
  const tools = TOOLS.filter(({ name }) => java || name !== "Specmatic");
  const results = await Promise.all(
    [UNCHANGED, UNCHANGED, ...wrong, ...legal]
      .reduce<Change[][]>(
        (lanes, change, index) => {
          lanes[index % LANES]?.push(change);
          return lanes;
        },
        Array.from({ length: LANES }, () => []),
      )
      .map(async (lane) => {
        const found: [Tool, Trial][] = [];
        for (const change of lane) {
          for (const tool of tools) found.push([tool, await trialOf(document, tool, change)]);
        }
        return found;
      }),
  );
  const summaries = tools.map((tool) => {
    const trials = results.flat().flatMap(([by, trial]) => (by === tool ? [trial] : []));
    return summary(tool, trials, wrong, legal);
  });
  const [own, ...others] = summaries;
  if (!own) return [];
  const sample = `every ${SAMPLE.faults}th of ${FAULTS.length} faults (${wrong.length}), every ${SAMPLE.variants}th of ${VARIANTS.length} legal variants (${legal.length}); a failure counts if an honest server does not get it too`;
  const compared = others.flatMap((other) => [
    row({
      what: "faults that `verify` finds",
      against: other.name,
      ratios: [own.found / other.found],
      atLeast: 1,
      aim: "more than any",
      figures: [...own.figures, ...other.figures],
      note: sample,
    }),
    row({
      what: "requests of `verify` for each fault found",
      against: other.name,
      ratios: [own.requestsPerFault / other.requestsPerFault],
      atMost: 1,
      aim: "fewest",
      figures: [
        figure("verify", "requests", [own.requestsPerFault]),
        figure(other.name, "requests", [other.requestsPerFault]),
      ],
    }),
  ]);
  const absent = row({
    what: "faults that `verify` finds",
    against: "Specmatic",
    ratios: [],
    figures: [],
    note: "no Java on this machine",
  });
  return java ? compared : [...compared, absent];
}

function figure(name: string, unit: string, values: number[]): Series {
  return { name, unit, values };
}

function summary(tool: Tool, trials: readonly Trial[], wrong: readonly Change[], legal: readonly Change[]) {
  const always = new Set(trials.filter(({ change }) => change === UNCHANGED).flatMap(({ failures }) => failures));
  const failed = trials.filter(({ failures }) => failures.some((each) => !always.has(each)));
  const found = failed.filter(({ change }) => wrong.includes(change)).length;
  const alarms = failed.filter(({ change }) => legal.includes(change)).length;
  const ofFaults = trials.filter(({ change }) => wrong.includes(change));
  const requests = ofFaults.map((trial) => trial.requests);
  return {
    name: tool.name,
    found,
    requestsPerFault: requests.reduce((sum, each) => sum + each, 0) / Math.max(1, found),
    figures: [
      figure(`${tool.name} finds`, `of ${wrong.length}`, [found]),
      figure("false alarms", `of ${legal.length}`, [alarms]),
      figure("requests a run", "", requests),
      figure(
        "a run",
        "s",
        ofFaults.map(({ seconds }) => seconds),
      ),
    ],
  };
}

async function trialOf(document: OpenApiDocument, tool: Tool, change: Change): Promise<Trial> {
  const server = await startFaulty(change);
  await mkdir(WORK, { recursive: true });
  const folder = await mkdtemp(join(WORK, "trial-"));
  try {
    await writeDocuments(document, server, folder);
    const ran = await tool.run(server, folder);
    return { change, failures: tool.failures(ran.output), requests: server.requests(), seconds: ran.time / 1000 };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeDocuments(
  document: OpenApiDocument,
  { url, controlUrl, controlToken }: FaultyServer,
  folder: string,
): Promise<void> {
  const provision = join(folder, "provision.mjs");
  const own = pathToFileURL(join(PROJECT, "dist/team-api-tools/dist/src/sandbox/provision.js")).href;
  // The faulty server has no control plane; the sandbox behind it has.
  const baseUrl = controlUrl.replace(/\/_sandbox$/, "");
  const control = JSON.stringify({ baseUrl, token: controlToken });
  const files: Record<string, string> = {
    "single.json": JSON.stringify(peerDocument(document, url, false)),
    "named.json": JSON.stringify(peerDocument(document, url, true)),
    "target.json": targetFile(url, provision),
    "provision.mjs": `import { provision as own } from ${JSON.stringify(own)};\nexport const provision = () => own(${control});\n`,
    "arazzo.json": JSON.stringify(arazzo()),
    "portman.json": JSON.stringify(PORTMAN),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

/** Every contract check of Portman, on every operation. */
const PORTMAN = {
  version: 1.0,
  tests: {
    contractTests: ["statusSuccess", "contentType", "jsonBody", "schemaValidation", "headersPresent"].map((check) => ({
      openApiOperation: "*::/*",
      [check]: { enabled: true },
    })),
  },
  globals: { securityOverwrites: { bearer: { token: KEY } } },
};

/** A workflow as people would write it: it calls every operation, retrieves the added address, and revokes a grant twice. */
function arazzo(): JsonObject {
  const step = (
    stepId: string,
    operationId: string,
    status: number,
    parameters: JsonObject = {},
    more: JsonObject = {},
    criteria: string[] = [],
  ): JsonObject => ({
    stepId,
    operationId,
    parameters: Object.entries(parameters).map(([name, value]) => ({
      name,
      value,
      in: PLACES[name] ?? "query",
    })),
    successCriteria: [`$statusCode == ${status}`, ...criteria].map((condition) => ({ condition })),
    ...more,
  });
  const grant = { oauth_grant_id: "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4" };
  return {
    arazzo: "1.0.1",
    info: { title: "Everything", version: "1.0.0" },
    sourceDescriptions: [{ name: "api", type: "openapi", url: "named.json" }],
    workflows: [
      {
        workflowId: "everything",
        parameters: [{ in: "header", name: "Authorization", value: `Bearer ${KEY}` }],
        steps: [
          step("list", "listSuppressions", 200, { limit: 2 }, { outputs: { last: "$response.body#/data/1/id" } }),
          step("next", "listSuppressions", 200, { limit: 2, after: "$steps.list.outputs.last" }),
          step("bounces", "listSuppressions", 200, { origin: "bounce" }, {}, [
            `$response.body#/data/0/origin == "bounce"`,
          ]),
          step("retrieve", "retrieveSuppression", 200, { suppression: "$steps.list.outputs.last" }),
          step(
            "add",
            "addSuppression",
            201,
            {},
            {
              requestBody: {
                contentType: "application/json",
                payload: { email: "respect@example.com" },
              },
              outputs: { id: "$response.body#/id" },
            },
          ),
          step("added", "retrieveSuppression", 200, { suppression: "$steps.add.outputs.id" }, {}, [
            `$response.body#/email == "respect@example.com"`,
            `$response.body#/origin == "manual"`,
          ]),
          step("import", "retrieveContactImport", 200, { id: "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b" }),
          step("revoke", "revokeOauthGrant", 200, grant),
          step("again", "revokeOauthGrant", 404, grant),
        ],
      },
    ],
  };
}

const PLACES: Record<string, string> = { oauth_grant_id: "path", suppression: "path", id: "path" };
