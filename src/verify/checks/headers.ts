import { headerReadings } from "#http/request/read-header.js";
import { responseFor } from "#openapi/operations/status.js";
import { type Check, schemaFindings } from "./check.js";

/** Required headers are present, and documented headers fit their schemas (Header Object, OpenAPI 3.1, 4.8.21). */
export const headers: Check = {
  id: "headers",
  run(context) {
    const { spec, exchange } = context;
    const documented = responseFor(spec.operation, exchange.status)?.headers ?? [];
    return documented.flatMap(({ name, required, schema, schemaPointer, pointer }) => {
      const value = exchange.headers.get(name);
      if (value !== null) {
        const readings = headerReadings(context.contract.document, { name, schema }, value) ?? [];
        const found = readings.map((reading) =>
          schemaFindings(context, this.id, `header ${name}`, schemaPointer, reading).map((finding) => ({
            ...finding,
            about: { header: name },
          })),
        );
        return found.some((findings) => findings.length === 0) ? [] : (found[0] ?? []);
      }
      if (!required) return [];
      return [
        {
          check: this.id,
          message: `the header ${name} is missing`,
          place: pointer,
          expected: `a header ${name}`,
          received: "no such header",
          about: { header: name },
        },
      ];
    });
  },
};
