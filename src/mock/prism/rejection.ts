import { ProblemJsonError } from "@stoplight/prism-http";
import { DiagnosticSeverity } from "@stoplight/types";
import type { DocumentedOperation } from "../responder/choosing/documented.js";
import type { Asked } from "../responder/choosing/response-plan.js";
import { rejectionStatuses } from "../responder/errors/rejection-statuses.js";
import type { Responder } from "../responder/responder.js";
import { lackedKey } from "../responder/sent-keys.js";
import { problem } from "../server/problem.js";
import { partsOf } from "./documented-operations.js";
import { type Mocker, type Outcome, outcomeOf } from "./outcome.js";

type Input = Parameters<Mocker>[0]["input"];

/**
 * The response to an invalid request: the documented one, with an example or with generated values. Without one, it is a
 * problem.
 */
export function rejection(
  responder: Responder,
  documented: DocumentedOperation,
  asked: Asked,
  { data, validations }: Input,
): Outcome {
  const statuses = hasCode(validations, 401) ? [401] : rejectionStatuses(asked.reading.violations);
  const response = responder.reject(documented, asked, statuses, reasonOf(statuses, data, validations));
  if (response) return outcomeOf(response, asked.preferred.dynamic === true && asked.preferred.seed === undefined);
  return { _tag: "Left", left: ownRejection(statuses, data.body, validations) };
}

/** The fault of a request whose key the mock does not know. It is rejected like one without a key. */
export const UNKNOWN_KEY = {
  ...{ code: 401, message: "The key is unknown", severity: DiagnosticSeverity.Error, tags: [] },
} satisfies Input["validations"][number];

function isUnknownKey(validations: Input["validations"]): boolean {
  return validations.includes(UNKNOWN_KEY);
}

function hasCode(validations: Input["validations"], wanted: number): boolean {
  return validations.some(({ code }) => code === wanted);
}

/** The faults of a request, as a sentence. */
function reasonOf([status]: readonly number[], data: Input["data"], validations: Input["validations"]): string {
  if (status === 401)
    return isUnknownKey(validations) ? "The key is unknown." : sentence(lackedKey(partsOf(data).headers));
  if (status === 400) return `The body is not JSON: ${defectOf(data.body)}.`;
  return [...new Set(validations.map(({ message }) => `${message.replace(/\.$/, "")}.`))].join(" ");
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** The error in the form of Prism's, which `own-problems.ts` writes in words of ours. */
function ownRejection([status]: readonly number[], body: unknown, validations: Input["validations"]): ProblemJsonError {
  if (status === 400) return problem(400, "Malformed JSON", `The body is not JSON: ${defectOf(body)}.`);
  const form = (name: string, title: string) => ({ type: name, title, status: status ?? 422 });
  if (status === 401 && isUnknownKey(validations)) {
    return ProblemJsonError.fromTemplate(form("UNKNOWN_KEY", "The key is unknown"), "");
  }
  if (status === 401) {
    const tags = validations.find(({ code }) => code === 401)?.tags ?? [];
    const headers = tags.length > 0 ? { headers: { "WWW-Authenticate": tags.join(",") } } : undefined;
    return ProblemJsonError.fromTemplate(form("UNAUTHORIZED", "A key is missing"), "", headers);
  }
  const detail = validations.find(({ code }) => code === status)?.message ?? "";
  if (status === 415) return ProblemJsonError.fromTemplate(form("INVALID_CONTENT_TYPE", "Another media type"), detail);
  const validation = validations.map(({ path, severity, code, message }) => ({
    ...{ location: path, severity: DiagnosticSeverity[severity], code, message },
  }));
  return ProblemJsonError.fromTemplate(form("UNPROCESSABLE_ENTITY", "Invalid request"), "", { validation });
}

/** The defect of a text that is not JSON, in the words of the parser. */
function defectOf(body: unknown): string {
  try {
    JSON.parse(String(body));
    return "it is nested too deeply";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
