import { relative } from "node:path";
import { parseArgs } from "node:util";
import { asObject, type OpenApiDocument } from "../openapi/document.js";
import { loadDocument } from "../openapi/load.js";
import { operationsOf } from "../openapi/operations.js";
import type { Target } from "./case.js";
import { startEmbedded } from "./embedded.js";
import { promisesOf } from "./promises.js";
import { terminalReport } from "./report/terminal.js";
import { EXIT_CODES } from "./verdict.js";

const USAGE = `Replays the examples of the contract against a server and checks every answer.

  npm run verify                                  against the sandbox, started for the run
  TEAM_API_KEY=… npm run verify -- --base-url URL   against any server

  --base-url URL    where the server is
  --key-env NAME    the environment variable that holds the API key; TEAM_API_KEY unless told
  --allow-writes    send what may change the server's data (POST, DELETE …); without it, only GET and the like
  --spec FILE       the contract; openapi/openapi.yaml unless told
  --timeout MS      how long an answer may take; 10000 unless told
  --parallel N      how many requests are under way at once; 8 unless told
  --reports DIR     where junit.xml and report.json are written; reports unless told

Exit code: 0 the contract holds, 1 it is broken, 2 it could not be verified.`;

/**
 * `verify`: checks a server against the contract.
 *
 * @returns the exit code
 * @throws Error if it cannot run, saying what to do
 */
export async function verifyCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      "allow-writes": { type: "boolean" },
      "base-url": { type: "string" },
      help: { type: "boolean" },
      "key-env": { type: "string", default: "TEAM_API_KEY" },
      parallel: { type: "string", default: "8" },
      reports: { type: "string", default: "reports" },
      spec: { type: "string", default: "openapi/openapi.yaml" },
      timeout: { type: "string", default: "10000" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return 0;
  }
  const timeout = positive("--timeout", values.timeout);
  if (!/^[A-Za-z_]\w*$/.test(values["key-env"])) {
    throw new Error("--key-env is no name of an environment variable. Give the name of the one that holds the key.");
  }
  const parallel = positive("--parallel", values.parallel);
  const given = values["base-url"];
  const baseUrl = given === undefined ? undefined : baseUrlOf(given);
  const embedded = baseUrl === undefined ? await startEmbedded(values.spec) : undefined;
  try {
    const document = embedded?.document ?? (await loadDocument(values.spec));
    const keyVariable = values["key-env"];
    const target: Target = {
      baseUrl: embedded?.url ?? baseUrl ?? "",
      key: embedded ? embedded.key : keyFor(document, keyVariable),
      keyVariable,
      timeout,
      writes: embedded !== undefined || values["allow-writes"] === true,
      hasExamples: embedded !== undefined,
    };
    const { title, version } = asObject(document.info);
    console.log(`${title} ${version} against ${embedded?.name ?? target.baseUrl}\n`);
    const { verify } = await import("./verify.js");
    const { verdict, reports, failures, written } = await verify({
      document,
      target,
      reports: values.reports,
      parallel,
    });
    console.log(terminalReport(reports, failures, verdict));
    const beyond = promisesOf(document).filter(({ runtime }) => runtime !== undefined);
    if (beyond.length > 0) {
      console.log(`Examples alone do not prove ${beyond.map(({ id }) => id).join(", ")}; the report tells why.`);
    }
    console.log(`Reports: ${written.map((file) => relative(process.cwd(), file)).join(", ")}`);
    return EXIT_CODES[verdict.verdict];
  } finally {
    await embedded?.close();
  }
}

/** @throws Error unless it is an http(s) URL without a query */
function baseUrlOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new Error("--base-url is no http or https URL. Example: --base-url https://staging.example.com");
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new Error(
      "--base-url has a user, a query or a fragment. Give the address alone, and the key in the environment.",
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** @throws Error if the document asks for a key and there is none */
function keyFor(document: OpenApiDocument, variable: string): string | undefined {
  const key = process.env[variable];
  const needed = operationsOf(document).some(
    ({ security }) => security.length > 0 && security.every((schemes) => schemes.length > 0),
  );
  if (needed && !key)
    throw new Error(
      `The contract asks for an API key. Set it in the environment: ${variable}=… (or name another variable: --key-env).`,
    );
  if (key && /[^\x21-\x7e]/.test(key)) {
    throw new Error(
      `${variable} holds a character that no header can carry: a space, a line break or a letter beyond ASCII.`,
    );
  }
  return key;
}

/** @throws Error unless it is a whole number above 0 */
function positive(option: string, text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value === 0) throw new Error(`${option} ${text} is no number above 0.`);
  if (value > 100_000_000) throw new Error(`${option} ${text} is too large.`);
  return value;
}
