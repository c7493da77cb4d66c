import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { JsonObject } from "#openapi/document/document.js";
import { expectCode, PROJECT, run, WORK } from "../processes.js";
import { type Access, accessTo } from "./access.js";
import { documentFor } from "./documents.js";
import { ownWorkflow } from "./own-workflow.js";
import type { Candidate, Subject, TestedServer } from "./subjects.js";
import type { Tool } from "./tools.js";

/** The result of one tool on one server. */
export interface Trial {
  tool: Tool;
  subject: Subject;
  candidate: Candidate;
  failures: string[];
  requests: number;
  seconds: number;
}

/** Starts a server, has a tool test it, and stops it. @param workflow for Respect: Arazzo */
export async function trialOf(tool: Tool, subject: Subject, candidate: Candidate, workflow: string): Promise<Trial> {
  const server = await candidate.start();
  const folder = await mkdtemp(join(WORK, "trial-"));
  try {
    await writeFiles(subject, server, folder, workflow);
    const ran = await tool.run(subject, server.url, folder);
    const failures = tool.failures(ran.output);
    return { tool, subject, candidate, failures, requests: server.requests(), seconds: ran.time / 1000 };
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeFiles(subject: Subject, server: TestedServer, folder: string, workflow: string): Promise<void> {
  const files: Record<string, string> = {
    ...server.targetFiles(folder),
    "contract.json": JSON.stringify(subject.document),
    "single.json": JSON.stringify(documentFor(subject, server.url, false)),
    "named.json": JSON.stringify(documentFor(subject, server.url, true)),
    "workflow.arazzo.yaml": workflow,
    "portman.json": JSON.stringify(portmanSettings(accessTo(subject))),
  };
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
}

/**
 * The workflow of a subject for Respect: for our API one as people would write it, for the others the one that Redocly
 * generates from the document.
 */
export async function workflowFor(subject: Subject): Promise<string> {
  // JSON is YAML.
  if (subject.isOwn) return JSON.stringify(ownWorkflow());
  const folder = await mkdtemp(join(WORK, "workflow-"));
  try {
    await writeFile(join(folder, "named.json"), JSON.stringify(documentFor(subject, "http://127.0.0.1", true)));
    const file = join(folder, "workflow.arazzo.yaml");
    const command = [
      join(PROJECT, "node_modules/@redocly/cli/bin/cli.js"),
      "generate-arazzo",
      "named.json",
      "-o",
      file,
    ];
    const env = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    expectCode(await run(process.execPath, command, { cwd: folder, env }), "redocly generate-arazzo");
    return await readFile(file, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every contract check of Portman, on every operation. */
function portmanSettings(access: Access): JsonObject {
  return {
    version: 1.0,
    tests: {
      contractTests: ["statusSuccess", "contentType", "jsonBody", "schemaValidation", "headersPresent"].map(
        (check) => ({ openApiOperation: "*::/*", [check]: { enabled: true } }),
      ),
    },
    globals: { securityOverwrites: portmanKey(access) },
  };
}

function portmanKey({ kind, key, header }: Access): JsonObject {
  if (kind === "bearer") return { bearer: { token: key } };
  if (kind === "apiKey") return { apiKey: { key: header, value: key, in: "header" } };
  const [username = "", password = ""] = key.split(":");
  return { basic: { username, password } };
}
