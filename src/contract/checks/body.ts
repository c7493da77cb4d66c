import { covers, isJson } from "../../client/media-type.js";
import { asObject, type Schema } from "../../openapi/document.js";
import { follow } from "../../openapi/reference.js";
import { responseFor } from "../../openapi/status.js";
import { type Check, type CheckContext, promiseIds, readJson, schemaFindings } from "./check.js";

/** Whether a schema admits texts, and says so. */
function isOfText({ document }: CheckContext, schema: Schema, pointer: string): boolean {
  const { node } = follow(document, schema === true ? {} : schema, pointer);
  return [asObject(node).type].flat().includes("string");
}

/** The body fits its schema: JSON Schema 2020-12, formats included. Where no body is described, anything may come. */
export const body: Check = {
  id: "body",
  run(context) {
    const { asked, exchange } = context;
    if (exchange.request.method === "HEAD") return [];
    const received = exchange.headers.get("content-type");
    const content = responseFor(asked.operation, exchange.status)?.content ?? [];
    const described = content.find(({ name }) => received !== null && covers(name, received));
    if (!described || described.schema === undefined) return [];
    const json = isJson(received ?? "");
    // How a schema of objects or numbers speaks of XML, CSV or bytes the standard does not say; of text it says the whole.
    if (!json && (exchange.truncated || !isOfText(context, described.schema, described.schemaPointer))) return [];
    const read = json ? readJson(exchange.body) : { value: exchange.body };
    if (read && !exchange.truncated) {
      return schemaFindings(context, this.id, "the body", described.schemaPointer, read.value);
    }
    const problem = exchange.truncated
      ? "the body is so long that it was not read to its end"
      : exchange.body === ""
        ? "the body is empty"
        : "the body is no JSON";
    return [
      {
        check: this.id,
        message: problem,
        promises: promiseIds(context, described.pointer),
        location: described.schemaPointer,
        expected: "JSON",
        received: exchange.body === "" ? "nothing" : exchange.body,
      },
    ];
  },
};
