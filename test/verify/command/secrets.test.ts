import { writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { serve, type TestServer } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { runVerify } from "./run-verify.js";

const servers: TestServer[] = [];
afterAll(async () => {
  for (const server of servers) await server.close();
});

/** All secrets begin alike, so that one search finds a part of any of them. */
const SECRETS = {
  TEAM_API_KEY: "Canary-own-7f3a9c",
  SECOND_KEY: "Canary-same-51bd0e",
  OTHER_KEY: "Canary-other-c4e8f2",
  OUTSIDE_KEY: "Canary-outside-90ad61",
  GATE: "Canary-gate-2b77d5",
};

const JSON_TYPE = { "content-type": "application/json" };

const json = (value: unknown) => JSON.stringify(value);

/** Sends the secrets of a request back in a certain way. */
type SendBack = (response: ServerResponse, secrets: string) => void;

const WAYS: [way: string, sendBack: SendBack][] = [
  [
    "in fields of a success",
    (response, secrets) =>
      response
        .writeHead(200, JSON_TYPE)
        .end(json({ object: secrets, id: secrets, data: [{ id: secrets }], has_more: secrets })),
  ],
  [
    "as the name of a field",
    (response, secrets) => response.writeHead(200, JSON_TYPE).end(json({ [secrets]: { [secrets]: 1 } })),
  ],
  ["in malformed JSON", (response, secrets) => response.writeHead(200, JSON_TYPE).end(`{"key": "${secrets}`)],
  [
    "in an HTML page",
    (response, secrets) =>
      response.writeHead(500, { "content-type": "text/html" }).end(`<p title="${secrets}">${secrets}</p>`),
  ],
  [
    "in a redirect",
    (response, secrets) => response.writeHead(302, { location: `/login?next=${encodeURIComponent(secrets)}` }).end(),
  ],
  [
    "in headers",
    (response, secrets) =>
      response
        .writeHead(200, {
          "content-type": `text/${secrets.split(" ")[0]}`,
          "set-cookie": secrets,
          "retry-after": secrets,
        })
        .end(secrets),
  ],
  [
    "in the status line, and in capitals",
    (response, secrets) =>
      response.writeHead(503, secrets.toUpperCase(), JSON_TYPE).end(json({ key: secrets.toUpperCase() })),
  ],
  [
    "in Base64",
    (response, secrets) => response.writeHead(400, JSON_TYPE).end(json(secrets.split(" ").map((each) => btoa(each)))),
  ],
  [
    "and then resets the connection",
    (response, secrets) =>
      void response.writeHead(200, { ...JSON_TYPE, "content-length": "9999" }).write(secrets, () => response.destroy()),
  ],
  [
    "and then stalls",
    (response, secrets) => void response.writeHead(200, { ...JSON_TYPE, "content-length": "9999" }).write(secrets),
  ],
  ["in a 429", (response, secrets) => response.writeHead(429, { "retry-after": "0" }).end(secrets)],
];

test.concurrent.each(WAYS)("no output shows a secret if the server sends them back %s", async (_, sendBack) => {
  const server = await serve(({ headers }, response) => {
    const { authorization = "", "x-gate": gate = "" } = headers;
    sendBack(response, `${authorization.replace(/^Bearer /, "")} ${gate}`.trim() || "none");
  });
  servers.push(server);
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(
    file,
    `baseUrl: ${server.url}
credentials: { BearerAuth: "\${TEAM_API_KEY}", sameTeam: "\${SECOND_KEY}", otherTeam: "\${OTHER_KEY}", outsideBeta: "\${OUTSIDE_KEY}" }
headers: { X-Gate: "\${GATE}" }
values: { revokeOauthGrant: { oauth_grant_id: { active: [one, two, three, four, five, six, seven] } } }
writes: reversible
timeout: 1000
`,
  );
  const { code, everything, reports } = await runVerify(["--target", file, "--strict"], SECRETS);
  expect(server.seen.some(({ headers }) => headers.authorization === `Bearer ${SECRETS.TEAM_API_KEY}`)).toBe(true);
  expect(code).not.toBe(0);
  expect(Object.keys(reports)).toEqual(
    expect.arrayContaining(["junit.xml", "report.html", "report.json", "report.sarif"]),
  );
  const shown = [...everything.matchAll(/canary/gi)].map(({ index }) =>
    everything.slice(Math.max(0, index - 60), index + 30),
  );
  expect(shown).toEqual([]);
  for (const secret of Object.values(SECRETS)) expect(everything).not.toContain(btoa(secret).slice(0, -2));
});
