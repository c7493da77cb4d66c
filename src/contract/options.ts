import { relative } from "node:path";
import { parseArgs } from "node:util";
import { CONTRACT, commandLine, contractName, shipped } from "../installation.js";
import type { Shard } from "./select.js";

const CALLS = [
  [commandLine("verify"), "against the sandbox, started for the run"],
  [`TEAM_API_KEY=… ${commandLine("verify", "--base-url URL")}`, "against any server, read-only"],
  [commandLine("verify", "--target FILE"), "as the file says: keys, values, limits"],
] as const;
const WIDTH = Math.max(...CALLS.map(([call]) => call.length));

const TARGET_SCHEMA = relative(process.cwd(), shipped("src/contract/target.schema.json"));

export const USAGE = `Checks a server against the contract: its examples, its constraints, its promises.

${CALLS.map(([call, what]) => `  ${call.padEnd(WIDTH)}   ${what}`).join("\n")}

  --target FILE     a target file (YAML; its form: ${TARGET_SCHEMA})
  --base-url URL    where the server is; with --target, in place of the file's
  --key-env NAME    the environment variable that holds the API key; TEAM_API_KEY unless told
  --allow-writes    send what may change the server's data (POST, DELETE …); without it, only GET and the like
  --spec FILE       the contract; ${contractName(CONTRACT)} unless told

  --plan            list the cases, and send nothing
  --only TEXT       only cases with this in their name, of this kind or operation, or that prove this promise; repeatable
  --strict          fields that the contract does not have are findings
  --require-all     what could not be verified is a failure
  --seed N          repeat the made-up values of an earlier run
  --shard I/N       this part of so many, to spread a run over machines
  --merge DIR       make one report of the parts' reports; repeatable, a folder for each part
  --watch DIR       run again when something in this folder changes, or the contract, or the target file; repeatable
  --timeout MS      how long an answer may take; 10000 unless told
  --rate N          requests a second at most
  --parallel N      how many requests are under way at once; 8 unless told
  --reports DIR     where the reports are written; reports unless told

Exit code: 0 the contract holds, 1 it is broken, 2 it could not be verified.`;

/** What the command line says, read and checked. */
export interface Options {
  help: boolean;
  target: string | undefined;
  baseUrl: string | undefined;
  keyVariable: string;
  allowWrites: boolean;
  spec: string;
  plan: boolean;
  only: string[];
  strict: boolean;
  requireAll: boolean;
  seed: number | undefined;
  shard: Shard | undefined;
  timeout: number | undefined;
  rate: number | undefined;
  parallel: number | undefined;
  merge: string[];
  watch: string[];
  reports: string;
}

/** @throws Error that says which option is wrong, and how to write it */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      "allow-writes": { type: "boolean" },
      "base-url": { type: "string" },
      help: { type: "boolean" },
      merge: { type: "string", multiple: true },
      "key-env": { type: "string", default: "TEAM_API_KEY" },
      only: { type: "string", multiple: true },
      parallel: { type: "string" },
      plan: { type: "boolean" },
      rate: { type: "string" },
      reports: { type: "string", default: "reports" },
      "require-all": { type: "boolean" },
      seed: { type: "string" },
      shard: { type: "string" },
      spec: { type: "string", default: CONTRACT },
      strict: { type: "boolean" },
      target: { type: "string" },
      timeout: { type: "string" },
      watch: { type: "string", multiple: true },
    },
  });
  if (!/^[A-Za-z_]\w*$/.test(values["key-env"])) {
    throw new Error("--key-env is no name of an environment variable. Give the name of the one that holds the key.");
  }
  return {
    help: values.help === true,
    target: values.target,
    baseUrl: values["base-url"],
    keyVariable: values["key-env"],
    allowWrites: values["allow-writes"] === true,
    spec: values.spec,
    plan: values.plan === true,
    only: values.only ?? [],
    strict: values.strict === true,
    requireAll: values["require-all"] === true,
    seed: wholeNumber("--seed", values.seed, 0),
    shard: shardOf(values.shard),
    timeout: wholeNumber("--timeout", values.timeout, 1),
    rate: wholeNumber("--rate", values.rate, 1),
    parallel: wholeNumber("--parallel", values.parallel, 1),
    merge: values.merge ?? [],
    watch: values.watch ?? [],
    reports: values.reports,
  };
}

function wholeNumber(option: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least)
    throw new Error(`${option} ${text} is no number ${least > 0 ? "above 0" : "from 0 on"}.`);
  if (value > 4_294_967_295 || (option !== "--seed" && value > 100_000_000))
    throw new Error(`${option} ${text} is too large.`);
  return value;
}

function shardOf(text: string | undefined): Shard | undefined {
  if (text === undefined) return undefined;
  const [, index = "", count = ""] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  if (Number(index) < 1 || Number(index) > Number(count))
    throw new Error(`--shard ${text} is no part of a whole. Example: --shard 1/3`);
  return { index: Number(index), count: Number(count) };
}

/** @throws Error unless it is an http(s) URL without a query; the text is not repeated, since it may hold a key */
export function baseUrlOf(text: string, setting: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "http:" && url?.protocol !== "https:") {
    throw new Error(`${setting} is no http or https URL. Example: https://staging.example.com`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new Error(
      `${setting} has a user, a query or a fragment. Give the address alone, and the key in the environment.`,
    );
  }
  return url.href.replace(/\/+$/, "");
}
