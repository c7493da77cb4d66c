import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";
import type { Change } from "#test/faults/change.js";
import { FAULTS } from "#test/faults/faults.js";
import { startFaulty } from "#test/faults/server.js";
import { VARIANTS } from "#test/faults/variants.js";
import { GIVEN, SERVICES_OF_REACH } from "#test/servers/reach/services.js";
import { SERVICES, SERVICES_WITHOUT_EXAMPLES, type ServerRow, type ServiceRows } from "#test/servers/services.js";
import { testTarget } from "#test/verify/target.js";
import { singleCredential, type Target, type TargetValues } from "#verify/model/target/target.js";
import { PROJECT } from "../processes.js";
import { IMPORT_VALUE, TARGET_KEYS, targetFile } from "../target.js";

/** A server that runs for one trial. */
export interface TestedServer {
  url: string;
  /** How many requests it has received. */
  requests(): number;
  /** The files that a complete run of `verify` needs, by name, `target.json` among them. @param folder of the files */
  targetFiles(folder: string): Record<string, string>;
  /** The same for a run in this process. */
  target: Target;
  close(): Promise<void>;
}

/** A server of a subject, by a name that no other server of the subject has. */
export interface Candidate {
  title: string;
  start(): Promise<TestedServer>;
}

/** An API with its honest server, its servers with one fault each, and its legal variants. */
export interface Subject {
  name: string;
  document: OpenApiDocument;
  /** The valid key; `user:password` for HTTP Basic. */
  key: string;
  /** Values that exist on each of its servers. */
  values: TargetValues;
  /** The variables of the keys of the target file. */
  env: Readonly<Record<string, string>>;
  /** Whether its servers are the sandbox, with a change each. */
  isOwn: boolean;
  /** Whether other tools test it, too: with the largest documents, which have no examples, all trials take too long. */
  isCompared: boolean;
  honest: Candidate;
  faults: readonly Candidate[];
  legal: readonly Candidate[];
}

/** Our API, and the services whose documents are in the style of public ones: half of them have no examples. */
export async function subjects(): Promise<Subject[]> {
  const services = [...SERVICES, ...SERVICES_WITHOUT_EXAMPLES, ...SERVICES_OF_REACH];
  return [await ownApi(), ...(await Promise.all(services.map(subjectOf)))];
}

const UNCHANGED: Change = { id: "unchanged", title: "Changes nothing." };

async function ownApi(): Promise<Subject> {
  return {
    name: "this API",
    document: JSON.parse(await readFile(join(PROJECT, "generated/openapi.json"), "utf8")),
    key: WELL_KNOWN_KEYS.first,
    values: {},
    env: TARGET_KEYS,
    isOwn: true,
    isCompared: true,
    honest: changed(UNCHANGED),
    faults: FAULTS.map(changed),
    legal: VARIANTS.map(changed),
  };
}

function changed(change: Change): Candidate {
  return {
    title: change.id,
    async start() {
      const { url, requests, close, controlUrl, controlToken } = await startFaulty(change);
      // The faulty server has no control plane; the sandbox behind it has.
      const behind = controlUrl.replace(/\/_sandbox$/, "");
      const control = JSON.stringify({ baseUrl: behind, token: controlToken });
      const own = pathToFileURL(join(PROJECT, "dist/team-api-tools/dist/src/team-api/sandbox/provision.js")).href;
      const provision = {
        module: join(PROJECT, "src/team-api/sandbox/provision.ts"),
        url: behind,
        token: controlToken,
      };
      return {
        ...{ url, requests, close },
        target: testTarget(url, { ...SETTINGS, credentials: KEYS, values: IMPORT_VALUE, provision }),
        targetFiles: (folder) => ({
          "target.json": targetFile(url, join(folder, "provision.mjs")),
          "provision.mjs": `import { provision as own } from ${JSON.stringify(own)};\nexport const provision = () => own(${control});\n`,
        }),
      };
    },
  };
}

async function subjectOf(rows: ServiceRows): Promise<Subject> {
  const { file, key, allowed, plain, shared, legal, faults } = rows;
  const values = { ...rows.values, ...GIVEN[file] };
  const document = await loadDocument(rows.document);
  const isCompared = !SERVICES_OF_REACH.includes(rows);
  const settle = isCompared ? SETTLE.usual : SETTLE.reach;
  const candidate = ({ title, start }: ServerRow): Candidate => ({
    title,
    async start() {
      const { url, requests, close } = await start();
      const credentials = { own: singleCredential(key, "SERVICE_KEY") };
      return {
        ...{ url, requests, close },
        target: testTarget(url, { ...SETTINGS, settle, credentials, values, allowed: new Set(allowed) }),
        targetFiles: () => ({ "target.json": serviceTarget(document, url, { values, allowed, settle }) }),
      };
    },
  });
  return {
    ...{ name: file, document, key, values, isOwn: false, isCompared },
    env: { SERVICE_KEY: key },
    honest: candidate(plain),
    // The others break no statement of the document: only names suggest the relation.
    faults: faults.filter(({ warns }) => !warns).map(candidate),
    // The documents of the others have statements that rule some of the shared variants out, such as pages as errors.
    legal: [...legal, ...(SERVICES.includes(rows) ? shared : [])].map(candidate),
  };
}

/**
 * Milliseconds in which a change has to show. A service in memory shows it at once, and no variant takes longer. Of the services of
 * `npm run reach`, no fault is a delay, and their runs are longer.
 */
const SETTLE = { usual: 1000, reach: 50 };

/** Loopback is quick, so a hanging server is detected soon. */
const SETTINGS = { timeout: 1500, settle: SETTLE.usual, hasExampleData: false };

const KEYS: Target["credentials"] = {
  own: singleCredential(WELL_KNOWN_KEYS.first, "FIRST_KEY"),
  sameTeam: singleCredential(WELL_KNOWN_KEYS.sameTeam, "SAME_TEAM_KEY"),
  otherTeam: singleCredential(WELL_KNOWN_KEYS.otherTeam, "OTHER_TEAM_KEY"),
  outsideBeta: singleCredential(WELL_KNOWN_KEYS.outsideBeta, "OUTSIDE_BETA_KEY"),
};

function serviceTarget(
  { components }: OpenApiDocument,
  baseUrl: string,
  settings: Pick<ServiceRows, "values" | "allowed"> & { settle: number },
): string {
  const schemes = Object.keys(Object(Object(components).securitySchemes));
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of target files
  const credentials = Object.fromEntries(schemes.map((name) => [name, "${SERVICE_KEY}"]));
  return JSON.stringify({ baseUrl, credentials, writes: "allow", ...settings });
}
