import { expect, test } from "vitest";
import { json } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";
import { EVERY_EXAMPLE } from "#verify/model/target/target.js";

test.each(["post", "put", "patch"])(
  "a %s without a documented body gets the body of the target file",
  async (method) => {
    const responses = { 200: { description: "Done." }, 400: REJECTED };
    const { requests, results } = await verifyServer(
      { "/reports": { [method]: { operationId: "sendReport", responses } } },
      ({ body }, response) =>
        json(response, body === "" ? 400 : 200, body === "" ? { message: "No data submitted" } : {}),
      {
        hasExampleData: false,
        allowed: new Set(["sendReport"]),
        values: { sendReport: { requestBody: { [EVERY_EXAMPLE]: { day: "2026-11-02" } } } },
      },
      { only: ["examples"] },
    );
    const [sent] = requests.filter(({ url }) => url === "/reports");
    expect(sent?.body).toBe('{"day":"2026-11-02"}');
    expect(sent?.headers["content-type"]).toBe("application/json");
    expect(results.map(({ outcome }) => outcome.verdict)).toEqual(["passed"]);
  },
);
