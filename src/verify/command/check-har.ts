import { onLines, onOneLine } from "#cli/unprintable.js";
import { UserError } from "#cli/user-error.js";
import { asObject } from "#openapi/document/document.js";
import { inDocument } from "#openapi/document/document-error.js";
import { readDocument } from "#openapi/load/load.js";
import { Contract } from "../model/contract.js";
import { counted } from "../report/wording.js";
import { prepareFolder } from "../reporters/registry.js";
import { settingsLine, withFile } from "../target/file/configuration.js";
import { readHar } from "../traffic/read-har.js";
import { Traffic } from "../traffic/traffic.js";
import { withLines } from "./contract-lines.js";
import { publishJudged, readJudging } from "./judging.js";
import type { VerifyValues } from "./options.js";
import { writeTrafficOverlay } from "./write-suggestions.js";

/**
 * Checks the traffic of a HAR file against the contract. It sends nothing.
 *
 * @returns the exit code
 * @throws UserError if the file or the contract cannot be used, or no request belongs to the contract
 */
export async function checkHar(har: string, given: VerifyValues): Promise<number> {
  const options = await withFile(given, false);
  const { baseUrl, spec, reports } = options;
  const recorded = await readHar(har);
  const document = await readDocument(options, (line) => console.error(onLines(line)));
  const { title, version } = asObject(document.info);
  const judging = await readJudging(options, String(title));
  console.log(`${onOneLine(`${title} ${version}`)} against ${onOneLine(har)}${onLines(settingsLine(options.file))}\n`);
  await prepareFolder(reports.folder);
  const traffic = await inDocument(spec, async () => {
    const contract = new Contract(document);
    const checker = new Traffic({ ...options, known: judging.known?.entries, contract, name: har });
    // A server may send a key back before, or long after, the request that shows it.
    for (const exchange of recorded) checker.secrets.collect(exchange);
    for (const exchange of recorded) await checker.check(exchange);
    return checker;
  });
  if (traffic.exchanges === 0) {
    const hint = baseUrl === undefined ? "" : ` Check --base-url ${baseUrl}.`;
    throw new UserError(
      `${har} has ${counted(recorded.length, "request")}, and none belongs to an operation of the contract.${hint}`,
    );
  }
  const code = await publishJudged(
    await withLines(traffic.report(), { ...options, document }),
    { ...reports, format: options.format },
    judging,
  );
  console.log(onLines(unknownRequests(traffic)));
  if (options.suggestOverlay !== undefined) await writeTrafficOverlay(options.suggestOverlay, document, traffic);
  return code;
}

/** The requests that belong to no operation, and how many of others were left out, in words. */
export function unknownRequests({ unknown, undocumented: { preflights, elsewhere } }: Traffic): string {
  const shown = [...unknown].slice(0, 5).join(", ");
  const more = unknown.size > 5 ? `, and ${unknown.size - 5} more` : "";
  const leftOut = [
    ...(preflights > 0 ? [counted(preflights, "preflight request")] : []),
    ...(elsewhere > 0 ? [`${counted(elsewhere, "request")} to other addresses`] : []),
  ];
  return [
    unknown.size === 0
      ? "Every request belongs to an operation of the contract."
      : `The contract has no operation for: ${shown}${more}.`,
    ...(leftOut.length > 0 ? [`Left out: ${leftOut.join(", ")}.`] : []),
  ].join("\n");
}
