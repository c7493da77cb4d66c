import { readFile } from "node:fs/promises";
import { afterEach, expect, test, vi } from "vitest";
import { TEAM_API } from "#team-api/team-api.js";
import { body } from "#verify/checks/body.js";
import { RunningCase } from "#verify/engine/run/running-case.js";
import { Journal } from "#verify/journal/journal.js";
import { html } from "#verify/reporters/html.js";
import { writeReports } from "#verify/reporters/registry.js";
import { Transport } from "#verify/transport/transport.js";
import { verifyTarget } from "#verify/verify-target.js";
import { temporaryFolder } from "../temporary.js";
import { startAlteredSandbox, withFields } from "./altered-server.js";

const KEY = "key-of-the-walk";

const limit = Error.stackTraceLimit;
afterEach(() => {
  Error.stackTraceLimit = limit;
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** The files of `src/` on the stack of the caller, from the outermost to the innermost; the same file once in a row. */
function stackOfFiles(): string[] {
  const files = (new Error().stack ?? "").split("\n").map((line) => /\/src\/([\w./-]+)\.ts/.exec(line)?.[1]);
  return files
    .filter((file) => file !== undefined)
    .toReversed()
    .filter((file, index, all) => file !== all[index - 1]);
}

/** The files of the walk that ARCHITECTURE.md draws below a heading. */
async function drawn(heading: string): Promise<string[]> {
  const text = await readFile("ARCHITECTURE.md", "utf8");
  const [, block = ""] = /```text\n(.*?)```/s.exec(text.slice(text.indexOf(heading))) ?? [];
  return [...block.matchAll(/^(?:→ )?([\w./-]+)\.ts/gm)].map(([, file = ""]) => `verify/${file}`);
}

test("a request and a finding walk as ARCHITECTURE.md draws it", async () => {
  Error.stackTraceLimit = 100;
  vi.stubEnv("TEAM_API_KEY", KEY);
  const server = await startAlteredSandbox(KEY, (response, request) =>
    request.url.startsWith("/contacts/") && response.status === 200
      ? withFields({ created_at: "yesterday" })(response, request)
      : undefined,
  );
  const walks: string[][] = [];
  const finding: string[] = [];
  const { exchange } = Transport.prototype;
  vi.spyOn(Transport.prototype, "exchange").mockImplementation(function (this: Transport, ...args) {
    walks.push([...stackOfFiles(), "verify/transport/transport"]);
    return exchange.apply(this, args);
  });
  const { add } = Journal.prototype;
  vi.spyOn(Journal.prototype, "add").mockImplementation(function (this: Journal, ...args) {
    walks.at(-1)?.push("verify/journal/journal");
    return add.apply(this, args);
  });
  const { run } = body;
  vi.spyOn(body, "run").mockImplementation(async (context) => {
    const found = await run.call(body, context);
    if (found.length > 0) finding.push("verify/checks/body");
    return found;
  });
  const { judge } = RunningCase.prototype;
  vi.spyOn(RunningCase.prototype, "judge").mockImplementation(function (this: RunningCase, ...args) {
    const [judgments] = args;
    if (judgments.length > 0) finding.push("verify/engine/run/running-case");
    return judge.apply(this, args);
  });
  const { render } = html;
  vi.spyOn(html, "render").mockImplementation((report) => {
    finding.push("verify/reporters/html");
    return render.call(html, report);
  });
  try {
    const settings = { baseUrl: server.url, only: ["retrieveContactImport › completed"] };
    await writeReports(await verifyTarget(settings, TEAM_API), await temporaryFolder("walk"));
  } finally {
    await server.close();
  }
  const [walk = []] = walks;
  expect(walks).toHaveLength(1);
  expect(walk.slice(walk.indexOf("verify/engine/run/run-case") + 1)).toEqual(await drawn("## The path of a request"));
  const wanted = await drawn("## The path of a finding");
  // The engine's and the report's steps between are functions, which no test can observe from outside.
  expect(finding).toEqual(wanted.filter((file) => !/(run-case|groups|known|report)$/.test(file)));
});
