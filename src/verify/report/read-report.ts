import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { UserError } from "#cli/user-error.js";
import { isObject } from "#openapi/document/document.js";
import { visible } from "./redaction/sanitize.js";
import type { Report } from "./report.js";
import { REPORT_FORM } from "./report-form.js";

/**
 * Reads a report.json.
 *
 * @param advice the sentence that says which file to name
 * @throws UserError if the file is not a report of this version of verify
 */
export async function readReport(file: string, advice: string): Promise<Report> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UserError(`${file} cannot be read. ${advice}`);
  });
  const report = parsed(text);
  const isOlder = isObject(report) && Array.isArray(report.cases) && report.causes === undefined;
  if (isOlder) {
    throw new UserError(`${file} is the report of an older version of verify, without causes. Run it again. ${advice}`);
  }
  const validate = new Ajv2020(OPTIONS).compile<Report>(REPORT_FORM);
  if (!validate(report)) throw new UserError(`${file} is not a report of verify${placeOf(validate.errors)}. ${advice}`);
  return report;
}

/** Our own schema is not validated. */
const OPTIONS = { strict: false, validateSchema: false, meta: false };

function placeOf(errors: typeof Ajv2020.prototype.errors): string {
  const [{ instancePath = "", message = "" } = {}] = errors ?? [];
  return instancePath === "" ? "" : `: ${instancePath} ${message}`;
}

/**
 * The content of a report, whose texts are visible and begin no command of a CI log. Another program may have written it.
 */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text, (name, value: unknown) => {
      if (typeof value !== "string") return value;
      // Stacks and reproduction lines have several lines.
      return name === "stack" || name === "reproduce" ? value.split("\n").map(visible).join("\n") : visible(value);
    });
  } catch {
    return undefined;
  }
}
