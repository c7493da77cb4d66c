/** A result of a tool, in SARIF 2.1.0 (3.27). */
export interface SarifResult {
  ruleId: string;
  level: "error" | "warning" | "note";
  message: string;
  /** The file, as a path from the root of the repository or as a URL. */
  file: string;
  /** The line, from 1; undefined if it is not known. */
  line?: number | undefined;
  /** JSON pointer to the place in the file. */
  pointer: string;
  /** The same for the same result of every run (3.27.17). */
  fingerprint?: string;
  /** Why the result is accepted; an empty list if it is not. All results of a run have it, or none (3.27.23). */
  suppressions?: readonly string[];
  /** Facts for which the format has no place (3.8). */
  properties?: Readonly<Record<string, string>>;
}

/** A SARIF log of one run of a tool (SARIF 2.1.0, 3.13), as services for code scanning read it. */
export function sarifLog(tool: { name: string; version: string }, results: readonly SarifResult[]): string {
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => ({ id }));
  const run = {
    tool: { driver: { ...tool, rules } },
    results: results.map(
      ({ ruleId, level, message, file, line = 1, pointer, fingerprint, suppressions, properties }) => ({
        ruleId,
        level,
        message: { text: message },
        locations: [
          {
            physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region: { startLine: line } },
            logicalLocations: [{ fullyQualifiedName: pointer }],
          },
        ],
        ...(fingerprint === undefined ? {} : { partialFingerprints: { "cause/v1": fingerprint } }),
        ...(properties === undefined ? {} : { properties }),
        ...(suppressions === undefined ? {} : { suppressions: suppressions.map(suppression) }),
      }),
    ),
  };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

/** A suppression that is written outside of the code (SARIF 2.1.0, 3.35). */
function suppression(justification: string) {
  return { kind: "external", status: "accepted", justification };
}
