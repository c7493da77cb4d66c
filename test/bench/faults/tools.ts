import { join } from "node:path";
import { COMMANDS, PROJECT, peer, type Ran, run, runNode } from "../processes.js";
import { type Access, accessTo } from "./access.js";
import type { Subject } from "./subjects.js";

/** Milliseconds that a run may take. A run that takes longer has found the failures that it has printed. */
const LIMIT = 60_000;

/** A tool that tests a server. */
export interface Tool {
  name: string;
  /** @param folder its own, with the files of the trial in it */
  run(subject: Subject, url: string, folder: string): Promise<Ran>;
  /** The printed failures, in a form that is the same in another run. */
  failures(output: string): string[];
}

/** Our command, and the tools that it is compared with. Each tests by all means that its manual describes for a document. */
export const TOOLS: readonly Tool[] = [
  {
    name: "verify",
    run: ({ env }, _, folder) =>
      runNode(
        [
          ...[COMMANDS, "verify", "--target", join(folder, "target.json"), "--reports", join(folder, "reports")],
          ...["--spec", join(folder, "contract.json")],
          // Loopback is quick, so a hanging server is detected soon.
          ...["--timeout", "1500"],
        ],
        { env, limit: LIMIT },
      ),
    failures: (output) => [...output.matchAll(/^[✗!] (.*)$|^(Error\. .*)$/gm)].map(([line]) => line),
  },
  {
    name: "Redocly Respect",
    run: (subject, _, folder) =>
      run(
        process.execPath,
        [
          ...[join(PROJECT, "node_modules/@redocly/cli/bin/cli.js"), "respect", "workflow.arazzo.yaml"],
          ...(subject.isOwn ? [] : respectInputs(accessTo(subject))),
        ],
        { cwd: folder, env: { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" }, limit: LIMIT },
      ),
    failures: (output) => lines(output, /^\s*✗ (.*)$/gm),
  },
  {
    name: "Portman",
    run: (_, url, folder) =>
      run(
        process.execPath,
        [
          ...[peer("@apideck/portman/bin/portman"), "-l", "single.json", "-b", url, "-c", "portman.json"],
          ...["-o", "collection.json", "-n", "--newmanRunOptions", '{"abortOnFailure":false}'],
        ],
        { cwd: folder, limit: LIMIT },
      ),
    failures: (output) => lines(output, /^\s+\d+\S*\s+(\[[A-Z]+\].*)$/gm),
  },
  {
    name: "Dredd",
    run: (subject, url, folder) =>
      run(
        process.execPath,
        [...[peer("dredd/bin/dredd"), "single.json", url, "-h", accessTo(subject).headerLine], "--loglevel=error"],
        { cwd: folder, limit: LIMIT },
      ),
    failures: (output) => lines(output, /^(?:fail|error): ((?:GET|POST|PUT|PATCH|DELETE) .*?)(?: duration.*)?$/gm),
  },
  {
    name: "Specmatic",
    run: (subject, url, folder) => {
      const { scheme, token } = accessTo(subject);
      const env = { [scheme]: token, JAVA_TOOL_OPTIONS: SHORT_JAVA };
      return run("java", ["-jar", peer("specmatic/specmatic.jar"), "test", "named.json", `--testBaseURL=${url}`], {
        cwd: folder,
        env,
        limit: LIMIT,
      });
    },
    failures: (output) => lines(output, /^\s*"?(Scenario: .*?)(?: has)? FAILED/gm),
  },
];

/** For processes of seconds: Java compiles less, and collects garbage on one thread. */
const SHORT_JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

/** The keys as inputs of a generated workflow. */
function respectInputs({ scheme, kind, key }: Access): string[] {
  if (kind !== "basic") return ["--input", `${scheme}=${key}`];
  const [username = "", password = ""] = key.split(":");
  return ["--input", `${scheme}_username=${username}`, "--input", `${scheme}_password=${password}`];
}

/** The first group of each match, without parts that change from run to run. */
function lines(output: string, pattern: RegExp): string[] {
  return [...output.matchAll(pattern)].map(([, line = ""]) =>
    line.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+ ?ms/g, "…").trim(),
  );
}
