import { describe, expect, test } from "vitest";
import { clientOf } from "./client.js";
import { FAULTS } from "./faults.js";
import { startFaulty } from "./server.js";
import { VARIANTS } from "./variants.js";

type Client = ReturnType<typeof clientOf>;
type Row = [id: string, ask: (client: Client) => Promise<unknown>, want: unknown];

const UNKNOWN = "00000000-0000-4000-8000-00000000abcd";
const IMPORT = "/contacts/imports/c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b";

/** How many of the first team's suppressions there are: three of the contract's examples, and 45 made up. */
const TOTAL = 48;

const FAULTS_SHOW: Row[] = [
  ["missing-key-list", async ({ list }) => (await list("", { key: null })).status, 200],
  [
    "missing-key-revoke",
    async ({ call }) => (await call("DELETE", `/oauth/grants/${UNKNOWN}`, { key: null })).status,
    404,
  ],
  ["key-by-its-beginning", async ({ list }) => (await list("", { key: { is: "sandbox-of-nobody" } })).status, 200],
  [
    "outside-beta-retrieve",
    async ({ call, control }) => {
      const { id } = await control("POST", "/suppressions", { team: "outsideBeta", email: "a@b.c", origin: "bounce" });
      const found = await call("GET", `/suppressions/${String(id)}`, { key: "outsideBeta" });
      const listed = await call("GET", "/suppressions", { key: "outsideBeta" });
      return [found.status, listed.status];
    },
    [200, 403],
  ],
  [
    "revoke-moment-offset",
    async ({ call, grant }) => (await call("DELETE", (await grant()).path)).body.revoked_at,
    expect.stringMatching(/\+00:00$/),
  ],
  ["unknown-grant-410", async ({ call }) => (await call("DELETE", `/oauth/grants/${UNKNOWN}`)).status, 410],
  [
    "second-revoke-200",
    async ({ call, grant }) => {
      const { path } = await grant();
      const [one, other] = [await call("DELETE", path), await call("DELETE", path)];
      return [one.status, other.status, one.text === other.text];
    },
    [200, 200, true],
  ],
  [
    "second-revoke-dates-anew",
    async ({ call, grant }) => {
      const { path, state } = await grant();
      const { body } = await call("DELETE", path);
      const { status } = await call("DELETE", path);
      return [status, (await state()).revoked_at === body.revoked_at];
    },
    [404, false],
  ],
  [
    "access-tokens-stay-valid",
    async ({ call, grant }) => {
      const { path, state } = await grant();
      await call("DELETE", path);
      return state();
    },
    { revoked_at: expect.any(String), access: 2, refresh: 0 },
  ],
  [
    "other-team-revokes-behind-404",
    async ({ call, grant }) => {
      const { path, state } = await grant();
      return [(await call("DELETE", path, { key: "otherTeam" })).status, await state()];
    },
    [404, { revoked_at: expect.any(String), access: 0, refresh: 0 }],
  ],
  [
    "unauthenticated-revoke-acts",
    async ({ call, grant }) => {
      const { path, state } = await grant();
      return [(await call("DELETE", path, { key: null })).status, (await state()).revoked_at];
    },
    [401, expect.any(String)],
  ],
  [
    "second-key-does-nothing",
    async ({ call, grant }) => {
      const { path, state } = await grant();
      return [(await call("DELETE", path, { key: "sameTeam" })).status, await state()];
    },
    [200, { revoked_at: null, access: 2, refresh: 2 }],
  ],
  [
    "add-does-not-store",
    async ({ call, add }) => (await call("GET", `/suppressions/${await add("new@example.com")}`)).status,
    404,
  ],
  [
    "add-accepts-malformed-json",
    async ({ call }) => {
      const { status } = await call("POST", "/suppressions", { body: '{"email":"cut@example.com"' });
      return [status, (await call("GET", "/suppressions/cut@example.com")).status];
    },
    [201, 200],
  ],
  [
    "add-keeps-what-precedes-plus",
    async ({ call, add }) => (await call("GET", `/suppressions/${await add("jo+x@example.com")}`)).body.email,
    "jo@example.com",
  ],
  [
    "added-listed-as-bounce",
    async ({ call, list, add }) => {
      const id = await add("new@example.com");
      const listed = (await list()).data.find((item) => item.id === id);
      return [listed?.origin, (await call("GET", `/suppressions/${id}`)).body.origin];
    },
    ["bounce", "manual"],
  ],
  [
    "add-refused-yet-stored-no-key",
    async ({ call }) => {
      const { status } = await call("POST", "/suppressions", { key: null, json: { email: "sly@example.com" } });
      return [status, (await call("GET", "/suppressions/sly@example.com")).status];
    },
    [401, 200],
  ],
  [
    "suppression-id-without-dashes",
    async ({ list, walk }) => [(await list("limit=1")).ids[0]?.length, new Set(await walk(10)).size],
    [32, TOTAL],
  ],
  ["limit-101-shows-101", async ({ list }) => (await list("limit=101")).ids.length, 101],
  ["limit-0-shows-nothing", async ({ list }) => Object.values(await list("limit=0")), [200, [], [], true]],
  ["default-50", async ({ list }) => [(await list()).ids.length, (await list("limit=20")).ids.length], [50, 20]],
  ["origin-unknown-unfiltered", async ({ list }) => (await list("origin=spam")).ids.length, 20],
  [
    "after-inclusive",
    async ({ list }) => {
      const [first = ""] = (await list("limit=1")).ids;
      return (await list(`limit=2&after=${first}`)).ids[0] === first;
    },
    true,
  ],
  [
    "before-far-end",
    async ({ list }) => {
      const all = (await list("limit=100")).ids;
      return all.indexOf((await list(`limit=5&before=${all[30]}`)).ids[0] ?? "");
    },
    0,
  ],
  [
    "has-more-true-when-full",
    async ({ list }) => [(await list(`limit=${TOTAL}`)).more, (await list(`limit=${TOTAL + 1}`)).more],
    [true, false],
  ],
  ["has-more-false-when-one-left", async ({ walk }) => new Set(await walk(TOTAL - 1)).size, TOTAL - 1],
  [
    "boundary-loses-item",
    async ({ walk, list }) => {
      const met = await walk(10);
      return (await list("limit=100")).ids.filter((id) => !met.includes(id)).length;
    },
    4,
  ],
  [
    "both-cursors-after-wins",
    async ({ list }) => {
      const all = (await list("limit=100")).ids;
      return (await list(`limit=1&after=${all[3]}&before=${all[9]}`)).ids[0] === all[4];
    },
    true,
  ],
  [
    "retrieve-plus-as-space",
    async ({ call, add }) => {
      const id = await add("jo+x@example.com");
      return [
        (await call("GET", `/suppressions/${id}`)).status,
        (await call("GET", "/suppressions/jo%2Bx@example.com")).status,
      ];
    },
    [200, 404],
  ],
  ["retrieve-unknown-null", async ({ call }) => (await call("GET", `/suppressions/${UNKNOWN}`)).text, "null"],
  [
    "import-moment-iso",
    async ({ call }) => (await call("GET", IMPORT)).body.created_at,
    expect.stringMatching(/T.+Z$/),
  ],
  [
    "import-counts-without-zeros",
    async ({ call, control }) => {
      const { id } = await control("POST", "/imports", { total: 3, created: 3 });
      return (await call("GET", `/contacts/imports/${String(id)}`)).body.counts;
    },
    { total: 3, created: 3 },
  ],
  ["other-team-lists-one-more", async ({ list }) => (await list("", { key: "otherTeam" })).ids.length, 1],
  [
    "body-html-type",
    async ({ call }) => (await call("GET", "/suppressions/jo+news@example.net")).type,
    "text/html; charset=utf-8",
  ],
  ["wire-500-limit-0", async ({ list }) => (await list("limit=0")).status, 500],
  [
    "wire-502-every-third",
    async ({ list }) => [(await list()).status, (await list()).status, (await list()).status, (await list()).status],
    [200, 200, 502, 200],
  ],
  ["wire-resets", ({ add }) => add("new@example.com").catch(() => "no answer"), "no answer"],
];

const VARIANTS_SHOW: Row[] = [
  ["limit-101-is-50", async ({ list }) => (await list("limit=101")).ids.length, 50],
  [
    "refusals-418",
    async ({ call }) => [
      (await call("GET", `/suppressions/${UNKNOWN}`)).status,
      (await call("DELETE", `/oauth/grants/${UNKNOWN}`)).status,
    ],
    [418, 404],
  ],
  [
    "errors-empty",
    async ({ call }) => Object.values(await call("GET", `/suppressions/${UNKNOWN}`)),
    [404, null, "", {}],
  ],
  ["order-scattered", async ({ walk }) => [(await walk(7)).length, new Set(await walk(7)).size], [TOTAL, TOTAL]],
  [
    "order-oldest-first",
    async ({ list }) => {
      const all = await list("limit=100");
      return [
        all.data[0]?.email,
        (await list(`limit=2&before=${all.ids[9]}`)).ids.join() === all.ids.slice(7, 9).join(),
      ];
    },
    ["person-0000045@example.com", true],
  ],
  [
    "addresses-case-sensitive",
    async ({ call, add }) => {
      const ids = [await add("Jo.Doe@example.com"), await add("jo.doe@example.com")];
      const found = [];
      for (const email of ["Jo.Doe@example.com", "jo.doe@example.com", "JO.DOE@example.com", "jo+news@example.net"]) {
        const { status, body } = await call("GET", `/suppressions/${email}`);
        found.push(status === 200 && body.email === email ? ids.indexOf(String(body.id)) : status);
      }
      return found;
    },
    [0, 1, 404, -1],
  ],
  [
    "added-twice-replaced",
    async ({ call, add }) => {
      const [one, other] = [await add("new@example.com"), await add("new@example.com")];
      return [(await call("GET", `/suppressions/${one}`)).status, (await call("GET", `/suppressions/${other}`)).status];
    },
    [404, 200],
  ],
  [
    "rate-0",
    async ({ list }) => {
      const statuses = [];
      for (let at = 0; at < 11; at += 1) statuses.push((await list("limit=1")).status);
      return statuses;
    },
    [200, 200, 200, 200, 429, 200, 200, 200, 200, 429, 200],
  ],
  ["json-ids-upper-case", async ({ walk }) => (await walk(20)).every((id) => id === id.toUpperCase()), true],
];

describe.each([
  ["fault", FAULTS, FAULTS_SHOW],
  ["variant", VARIANTS, VARIANTS_SHOW],
] as const)("the %s", (_, catalogue, rows) => {
  test.each(rows)("%s shows", async (id, ask, want) => {
    const change = catalogue.find((each) => each.id === id);
    if (!change) throw new Error(`There is no ${id} in the catalogue.`);
    const server = await startFaulty(change);
    try {
      expect(await ask(clientOf(server))).toEqual(want);
    } finally {
      await server.close();
    }
  });
});

describe("the front by itself", () => {
  test("counts what comes in, and does not lead to the control plane", async () => {
    const server = await startFaulty({ id: "nothing", title: "Changes nothing." });
    const { call, control } = clientOf(server);
    try {
      for (const path of ["/_sandbox/reset", "//_sandbox/reset", "/%5Fsandbox/reset"]) {
        expect((await call("POST", path)).status).toBe(404);
      }
      expect(server.requests()).toBe(3);
      expect(server.seen[0]).toMatchObject({ method: "POST", url: "/_sandbox/reset" });
      expect(await control("POST", "/introspect", { token: "none" })).toEqual({ active: false });
    } finally {
      await server.close();
    }
  });
});
