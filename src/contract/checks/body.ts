import { covers, isJson } from "../../http/media-type.js";
import { responseFor } from "../../openapi/status.js";
import { type Check, promiseIds, readJson, schemaFindings, typesOf } from "./check.js";

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
    if (
      !json &&
      (exchange.truncated || !typesOf(context, described.schema, described.schemaPointer).includes("string"))
    )
      return [];
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
