import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { onOneLine } from "#cli/unprintable.js";
import { UserError } from "#cli/user-error.js";
import { asObject, isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { readYaml } from "#openapi/files/read-yaml.js";
import type { Replay, ReplayedFailure } from "../model/finding/replay.js";
import { checkedForm, placed } from "../target/checked-form.js";
import { REPLAY_SCHEMA } from "./replay-schema.js";

const NEEDED = "Name the failures.yaml of an earlier run: --replay FILE";
const ABSENT = `there is no such file. A run writes it only if a test case fails, and removes that of the run before. ${NEEDED}`;

/**
 * Reads the failures of an earlier run.
 *
 * @param document the contract, which has to be that of the file
 * @throws UserError, one line: what is wrong, where, and what to do
 */
export async function readReplayFile(file: string, document: OpenApiDocument): Promise<ReplayedFailure[]> {
  const shown = relative(process.cwd(), resolve(file)) || file;
  const fail = (message: string): never => {
    throw new UserError(`${shown}: ${onOneLine(message)}`);
  };
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) =>
    fail(error.code === "ENOENT" ? ABSENT : `this file cannot be read. ${NEEDED}`),
  );
  const content = await parsed(text, fail);
  const { title } = content.contract;
  const own = String(asObject(document.info).title);
  if (title !== own) {
    fail(
      `these are failures of ${JSON.stringify(title)}, not of ${JSON.stringify(own)}. Name its contract: --spec FILE`,
    );
  }
  return content.failures.map(({ case: name, operation, requests, unique }) => ({
    case: name,
    operation,
    replay: requests ? { requests, ...(unique ? { unique } : {}) } : undefined,
  }));
}

/** The content of failures.yaml. */
interface ReplayFile {
  contract: { title: string };
  failures: (Omit<ReplayedFailure, "replay"> & Partial<Replay>)[];
}

async function parsed(text: string, fail: (message: string) => never): Promise<ReplayFile> {
  const content = await readYaml(text, (problem) => fail(`this is not valid YAML${problem}. ${NEEDED}`));
  if (!isObject(content) || content.failures === undefined) return fail(`the file has no failures. ${NEEDED}`);
  const checked = checkedForm<ReplayFile>(REPLAY_SCHEMA, content, "property");
  return "content" in checked ? checked.content : fail(`${placed(checked)} ${NEEDED}`);
}
