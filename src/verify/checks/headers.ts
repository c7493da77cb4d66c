import { headerReadings } from "#http/request/read-header.js";
import type { ResponseHeader } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { broken } from "#verify/rules/sentence.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { Check, CheckContext } from "./check.js";
import { schemaFindings } from "./schema-findings.js";

/** Required headers are present, and documented headers fit their schemas (Header Object, OpenAPI 3.1, 4.8.21). */
export const headers: Check = {
  id: "headers",
  async run(context) {
    const documented = responseFor(context.spec.operation, context.exchange.status)?.headers ?? [];
    const found: FindingDraft[] = [];
    for (const header of documented) found.push(...(await headerFindings(context, header)));
    return found;
  },
};

async function headerFindings(context: CheckContext, documented: ResponseHeader): Promise<FindingDraft[]> {
  const { name, required, schemaPointer, pointer } = documented;
  const value = context.exchange.headers.get(name);
  if (value !== null) {
    const found: FindingDraft[][] = [];
    for (const reading of headerReadings(context.contract.document, documented, value) ?? []) {
      found.push(await schemaFindings(context, "header-invalid", `header ${name}`, schemaPointer, reading));
    }
    if (found.some((findings) => findings.length === 0)) return [];
    return (found[0] ?? []).map((finding) => ({ ...finding, about: { header: name } }));
  }
  if (!required) return [];
  return [
    {
      ...broken("header-missing", { header: name }),
      place: pointer,
      expected: `a header ${name}`,
      received: "no such header",
      about: { header: name },
    },
  ];
}
