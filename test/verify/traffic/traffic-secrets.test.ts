import { beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { renderedReports } from "#test/verify/reporters/rendered.js";
import { Contract } from "#verify/model/contract.js";
import { Traffic } from "#verify/traffic/traffic.js";

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});

/** A list that says what was wrong with the token, as a debug echo. */
function exchangeWith(token: string) {
  const body = JSON.stringify({ object: `100% of "${token}" & more`, has_more: false, data: [] });
  return {
    request: {
      method: "GET",
      url: new URL("https://api.example.com/suppressions?limit=0"),
      headers: new Headers({ authorization: `Bearer ${token}` }),
      body: "",
    },
    response: { status: 200, headers: new Headers({ "content-type": "application/json" }), body },
    duration: 1,
  };
}

const median = (times: number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;

test("the time of an exchange does not grow with the number of tokens that the traffic has shown", async () => {
  const traffic = new Traffic({ contract, name: "test", keyVariable: "KEY" });
  const times: number[] = [];
  for (let count = 0; count < 3000; count += 1) {
    // Tokens of one issuer begin alike.
    const token = `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.canary${String(count * 7919).padStart(12, "x")}`;
    const begun = performance.now();
    await traffic.check(exchangeWith(token));
    times.push(performance.now() - begun);
  }
  expect(median(times.slice(-300))).toBeLessThan(4 * median(times.slice(200, 500)) + 1);
  const outputs = renderedReports(traffic.report()).join("");
  expect(outputs).toContain("$KEY");
  expect(outputs).not.toMatch(/canary/i);
});
