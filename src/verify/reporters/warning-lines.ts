import { styleText } from "node:util";
import { causeKind, reach } from "../report/cause/cause-text.js";
import { countingIn } from "../report/cause/causes.js";
import { reproductionLines } from "../report/failure.js";
import type { Report } from "../report/report.js";
import { counted } from "../report/wording.js";

/** How many warnings are printed. */
const MAX_WARNINGS = 20;

/**
 * The lines of all causes that are warnings: their titles, and how they are reproduced.
 *
 * @param more where those are that are not printed
 */
export function warningLines({ causes, start }: Pick<Report, "causes" | "start">, more: string): string[] {
  const warnings = countingIn(causes, "warning");
  const hidden = warnings.length - MAX_WARNINGS;
  return [
    ...(warnings.length > 0 ? [styleText("bold", "Warnings")] : []),
    ...warnings
      .slice(0, MAX_WARNINGS)
      .flatMap((cause) => [
        `${styleText("yellow", "⚠")} ${cause.title}  ${styleText("dim", `(${causeKind(cause)}; ${reach(cause)})`)}`,
        ...reproductionLines(cause.example.reproduce ?? "", start).map((line) => `  ${line}`),
      ]),
    ...(hidden > 0 ? [`… and ${counted(hidden, "more warning")}: ${more}.`] : []),
  ];
}
