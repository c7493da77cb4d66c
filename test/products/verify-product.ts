import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { onOneLine } from "#cli/unprintable.js";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { ended, start } from "../command-line.js";
import type { Cleanup } from "./cleanup.js";
import { type DocumentedOperation, operationOf } from "./documented-operations.js";
import { type Leftover, leftoversIn } from "./leftovers.js";
import type { RunChoice } from "./product.js";
import { stopProcess } from "./stop-process.js";
import { type WithoutSuccess, withoutSuccess } from "./without-success.js";

/** A run of `verify`. */
export interface VerifyRun {
  verdict: string;
  /** Why it proves nothing; empty otherwise. */
  reason: string;
  seed: number;
  passed: number;
  failed: number;
  skipped: number;
  requests: number;
  /** Operations with a response of 2xx. */
  succeeded: DocumentedOperation[];
  /** The others, by the reason. */
  others: WithoutSuccess[];
  leftovers: Leftover[];
  causes: { severity: string; title: string }[];
  /** Titles of the failures that the known causes do not cover. */
  fresh: string[];
  seconds: number;
}

/** What `verify` gets. */
export interface VerifySettings {
  spec: string;
  operations: readonly DocumentedOperation[];
  url: string;
  key: string | undefined;
  /** The folder of the reports. */
  reports: string;
  /** The time limit of the run, in seconds. */
  maxTime: string;
  seed: string | undefined;
  /** What the run may write. */
  choice: RunChoice;
  /** How many random requests are sent too, or how long; undefined for none. */
  explore: string | undefined;
  /** The causes that the product's team accepts: the first run writes the file, later ones are judged by it. */
  known: { file: string; isUpdated: boolean };
}

/** Runs `verify` against a server as a process, as a user does, and reads its report. */
export async function verifyProduct(cleanup: Cleanup, settings: VerifySettings): Promise<VerifyRun> {
  const { spec, operations, url, key, reports, maxTime, seed, explore, choice, known } = settings;
  const har = join(reports, "traffic.har");
  const args = ["verify", "--spec", spec, "--base-url", url, "--allow-writes", choice.level, "--reports", reports];
  if (choice.allowed) args.push("--target", await targetFile(reports, choice.allowed));
  args.push("--max-time", maxTime, "--har-out", har, ...(seed === undefined ? [] : ["--seed", seed]));
  if (explore !== undefined) args.push("--explore", explore);
  args.push("--known", known.file, ...(known.isUpdated ? ["--update-known"] : []));
  const begun = Date.now();
  const child = start(["src/cli.ts", ...args], key === undefined ? {} : { TEAM_API_KEY: key });
  cleanup.add(() => stopProcess(child));
  const { code, stderr } = await ended(child);
  const seconds = (Date.now() - begun) / 1000;
  const text = await readFile(join(reports, "report.json"), "utf8").catch(() => undefined);
  const report = asObject(text === undefined ? {} : JSON.parse(text));
  const counts = asObject(report.counts);
  const count = (name: string) => Number(counts[name] ?? 0);
  const succeeded = await succeededIn(har, url, operations);
  const end = `verify ended with ${code ?? "a signal"}${text === undefined ? ", without a report" : ""}: ${stderr.trim().slice(-500)}`;
  return {
    verdict: String(report.verdict ?? "error"),
    reason: code === 0 || code === 1 ? "" : onOneLine(String(report.reason ?? end)),
    seed: Number(report.seed ?? 0),
    passed: count("passed"),
    failed: count("failed") + count("errors"),
    skipped: count("skipped"),
    requests: count("requests"),
    succeeded,
    others: withoutSuccess(operations, succeeded, report.cases),
    leftovers: leftoversIn(report.leftovers),
    causes: asList(report.causes).map((cause) => {
      const { severity, title } = asObject(cause);
      return { severity: String(severity), title: String(title) };
    }),
    fresh: asList(report.causes)
      .map(asObject)
      .filter(isFresh)
      .map(({ title }) => String(title)),
    seconds,
  };
}

/** Whether a cause fails a run that has known causes. */
function isFresh({ severity, known }: JsonObject): boolean {
  return severity === "failure" && asObject(known).state !== "accepted";
}

/** Writes a target file that allows operations. */
async function targetFile(folder: string, allowed: readonly string[]): Promise<string> {
  const file = join(folder, "target.yaml");
  await writeFile(file, JSON.stringify({ baseUrl: "http://127.0.0.1", credentials: "none", allowed }));
  return file;
}

/** The operations that the recorded traffic has a success of. */
async function succeededIn(
  har: string,
  url: string,
  operations: readonly DocumentedOperation[],
): Promise<DocumentedOperation[]> {
  const text = await readFile(har, "utf8").catch(() => "{}");
  const base = new URL(url).pathname.replace(/\/$/, "");
  const succeeded = asList(asObject(asObject(JSON.parse(text)).log).entries).flatMap((entry) => {
    const { request, response } = asObject(entry);
    const status = Number(asObject(response).status);
    const { method, url: address } = asObject(request);
    if (!(status >= 200 && status < 300)) return [];
    const operation = operationOf(operations, String(method), new URL(String(address)).pathname.slice(base.length));
    return operation ? [operation] : [];
  });
  return [...new Set(succeeded)];
}
