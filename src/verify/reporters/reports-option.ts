import type { Option } from "#cli/option.js";
import { UserError } from "#cli/user-error.js";
import { DEFAULT_FORMATS, FILE_REPORTERS } from "./registry.js";

/** Where reports are written, and in which formats. */
export interface Reports {
  folder: string;
  formats: readonly string[];
}

const FORMATS = FILE_REPORTERS.map(({ id }) => id);

/** `--reports`: a folder, formats, or both, in a list with commas. Of several lists, the last one counts. A folder with the name of a format begins with `./`. */
export const REPORTS: Option<Reports> = {
  written: "--reports LIST",
  help: `the folder of the reports, and their formats (default: reports,${DEFAULT_FORMATS.join(",")}; also: ${FORMATS.filter((id) => !DEFAULT_FORMATS.includes(id)).join(", ")})`,
  read: (given, name) => {
    const text = given.at(-1) ?? "reports";
    const parts = text.split(",").map((part) => part.trim());
    const formats = parts.filter((part) => FORMATS.includes(part));
    const folders = parts.filter((part) => !FORMATS.includes(part));
    const [folder = "reports"] = folders;
    if (folders.length > 1 || folder === "") {
      throw new UserError(
        `${name} ${text} has ${folders.length} folders. Name one, and formats: ${FORMATS.join(", ")}.`,
      );
    }
    return { folder, formats: formats.length > 0 ? formats : DEFAULT_FORMATS };
  },
};
