import { untilStopped } from "../cli/command.js";
import { isLoopback } from "../cli/loopback.js";
import { onLines, onOneLine } from "../cli/unprintable.js";
import { asObject } from "../openapi/document/document.js";
import { inDocument } from "../openapi/document/document-error.js";
import { readDocument } from "../openapi/load/load.js";
import { unknownRequests } from "../verify/command/check-har.js";
import { withLines } from "../verify/command/contract-lines.js";
import { publish } from "../verify/command/publish.js";
import { writeTrafficOverlay } from "../verify/command/write-suggestions.js";
import { Contract } from "../verify/model/contract.js";
import { isWarning } from "../verify/model/finding/severity.js";
import { statementOf } from "../verify/report/failure.js";
import { sanitize } from "../verify/report/redaction/sanitize.js";
import { prepareFolder } from "../verify/reporters/registry.js";
import { HarFile } from "../verify/traffic/har-file.js";
import { type CheckedExchange, Traffic } from "../verify/traffic/traffic.js";
import type { ProxyValues } from "./options.js";
import { startProxy } from "./proxy.js";

/**
 * Forwards and checks until a signal (Ctrl-C) ends it. Then it writes the reports.
 *
 * @returns the exit code
 * @throws UserError if it cannot start
 */
export async function runProxy(options: ProxyValues): Promise<number> {
  const { target, spec, reports, quiet } = options;
  const document = await readDocument(options, (line) => console.error(onOneLine(line)));
  const contract = await inDocument(spec, async () => new Contract(document));
  await prepareFolder(reports.folder);
  const traffic = new Traffic({ ...options, contract, name: target, baseUrl: target });
  const har = options.harOut === undefined ? undefined : await HarFile.create(options.harOut);
  const proxy = await startProxy({
    ...options,
    traffic,
    onChecked: (checked) => {
      if (checked.exchange) har?.add(checked.exchange, traffic.secrets.current);
      if (!quiet) for (const line of violationLines(checked)) console.log(line);
    },
    onError: (message) => console.error(sanitize(message, traffic.secrets.current)),
  });
  const { title, version } = asObject(document.info);
  console.log(`${onOneLine(`${title} ${version}`)}: ${proxy.url} forwards to ${target}. Stop it with Ctrl-C.`);
  const warning = relayWarning(options.host, target);
  if (warning) console.error(warning);
  await untilStopped();
  await proxy.close();
  await har?.close();
  console.log("");
  const code = await publish(await withLines(traffic.report(), { spec, document }), reports);
  console.log(onLines(unknownRequests(traffic)));
  if (options.suggestOverlay !== undefined) await writeTrafficOverlay(options.suggestOverlay, document, traffic);
  return code;
}

/** A line for each finding of an exchange. Its texts are sanitized already, except for the URL. */
function violationLines({ exchange, findings }: CheckedExchange): string[] {
  if (!exchange) return [];
  const { method, url } = exchange.request;
  const path = onOneLine(new URL(url).pathname);
  return findings.map((finding) => {
    const { requirements } = finding;
    const ids = requirements.length > 0 ? ` (${requirements.join(", ")})` : "";
    return `${isWarning(finding) ? "⚠" : "✗"} ${method} ${path} → ${exchange.status}  ${statementOf(finding)}${ids}`;
  });
}

/** A warning for a proxy that other machines can reach: it asks for no key of its own. */
export function relayWarning(host: string, target: string): string | undefined {
  if (isLoopback(host)) return undefined;
  return `Every machine that reaches ${host} can send requests to ${target} through this proxy. Omit --host to prevent that.`;
}
