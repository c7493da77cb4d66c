import { afterEach, describe, expect, test } from "vitest";
import { CONDITION_OPTIONS } from "#conditions/condition-options.js";
import { type Mock, type MockOptions, startMock } from "#mock/mock.js";

const open: Mock[] = [];
afterEach(async () => {
  for (const mock of open.splice(0)) await mock.close();
});

async function mockOf(options: Partial<MockOptions> = {}): Promise<Mock> {
  const mock = await startMock({ spec: "openapi/openapi.yaml", port: 0, ...options });
  open.push(mock);
  return mock;
}

async function send({ url }: Mock, path = "/suppressions", headers: Record<string, string> = {}) {
  const begun = performance.now();
  const response = await fetch(url + path, { headers: { authorization: "Bearer k", ...headers } });
  const text = await response.text();
  const choice = response.headers.get("x-mock-choice");
  return { status: response.status, response, text, choice, duration: performance.now() - begun };
}

describe("a request prefers", () => {
  test("a delay, which the response names", async () => {
    const { status, duration, choice } = await send(await mockOf(), "/suppressions", { prefer: "code=200, delay=300" });
    expect(status).toBe(200);
    expect(duration).toBeGreaterThanOrEqual(295);
    expect(choice).toBe("delay 300 ms (Prefer: delay=300); status 200 (Prefer: code=200)");
  });

  test.each(["503", "302", "507", "599"])(
    "the undocumented status %s, which has a problem as its body",
    async (code) => {
      const { status, response, text, choice } = await send(await mockOf(), "/suppressions", {
        prefer: `code=${code}`,
      });
      expect(status).toBe(Number(code));
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(JSON.parse(text)).toMatchObject({
        status: Number(code),
        detail: expect.stringContaining("listSuppressions"),
      });
      expect(choice).toBe(`status ${code} (Prefer: code=${code})`);
    },
  );

  test("429, and gets Retry-After", async () => {
    const { status, response } = await send(await mockOf(), "/suppressions", { prefer: "code=429" });
    expect([status, response.headers.get("retry-after")]).toEqual([429, "1"]);
  });

  test.each(["delay=soon", "delay=60001", "delay=-1"])("%s, and is rejected", async (prefer) => {
    const { status, text } = await send(await mockOf(), "/suppressions", { prefer });
    expect(status).toBe(422);
    expect(text).toContain("is not a number of milliseconds from 0 to 60000.");
  });
});

describe("a response says why it was chosen", () => {
  test.each([
    ["/suppressions?origin=bounce", {}, /^example \S+ \(matches the request\)$/],
    [
      "/suppressions",
      { prefer: "dynamic=true" },
      /^status 200 \(default\), generated values \(Prefer: dynamic=true\)$/,
    ],
    ["/suppressions/nobody", { prefer: "example=complaint" }, /^example complaint \(Prefer: example\)$/],
    ["/suppressions?limit=0", {}, /^status 422 \(the request was rejected\)$/],
    ["/nowhere", {}, /^status 404 \(the request was rejected\)$/],
  ])("%s %j", async (path, headers: Record<string, string>, want) => {
    expect((await send(await mockOf(), path, headers)).choice).toMatch(want);
  });
});

describe("the mock", () => {
  test("delays each response within the range", async () => {
    const mock = await mockOf({ latency: [100, 150] });
    for (let count = 0; count < 3; count += 1) {
      const { choice, duration } = await send(mock);
      const delay = Number(/^delay (\d+) ms \(--latency 100\.\.150\); /.exec(choice ?? "")?.[1]);
      expect(delay).toBeGreaterThanOrEqual(100);
      expect(delay).toBeLessThanOrEqual(150);
      expect(duration).toBeGreaterThanOrEqual(delay - 5);
    }
  });

  test("fails the same requests with one seed, and others with another seed", async () => {
    const statuses = async (seed: number) => {
      const mock = await mockOf({ fail: 0.5, seed });
      const sent: number[] = [];
      for (let count = 0; count < 24; count += 1) sent.push((await send(mock)).status);
      return sent;
    };
    const first = await statuses(7);
    expect(new Set(first)).toEqual(new Set([200, 503]));
    expect(await statuses(7)).toEqual(first);
    expect(await statuses(8)).not.toEqual(first);
  });

  test("names the share that fails", async () => {
    const { status, choice } = await send(await mockOf({ fail: 1 }));
    expect([status, choice]).toEqual([503, "status 503 (--fail 100%)"]);
  });

  test("limits the requests of a second, and serves again after the time in Retry-After", async () => {
    const mock = await mockOf({ rate: 2 });
    const sent = await Promise.all(Array.from({ length: 4 }, () => send(mock)));
    expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429]);
    const limited = sent.find(({ status }) => status === 429);
    expect(limited?.choice).toBe("status 429 (--rate 2/s)");
    const wait = Number(limited?.response.headers.get("retry-after"));
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    expect((await send(mock)).status).toBe(200);
  });
});

describe("options", () => {
  const { latency, fail, rate, seed } = CONDITION_OPTIONS;

  test("are read", () => {
    expect(latency.read(["100..400"], "--latency")).toEqual([100, 400]);
    expect(latency.read(["50"], "--latency")).toEqual([50, 50]);
    expect(fail.read(["5%"], "--fail")).toBe(0.05);
    expect(rate.read(["10/s"], "--rate")).toBe(10);
    expect(seed.read(["7"], "--seed")).toBe(7);
  });

  test.each([
    [latency, "--latency", "400..100", "--latency 400..100 is not a range of milliseconds up to 60000."],
    [latency, "--latency", "slow", "Example: --latency 100..400"],
    [fail, "--fail", "101%", "--fail 101% is more than all requests."],
    [fail, "--fail", "often", "--fail often cannot be read. Example: --fail 5%"],
    [rate, "--rate", "0", "--rate 0 cannot be read. Example: --rate 10/s"],
    [seed, "--seed", "-1", "--seed -1 is not valid. Use a whole number from 0 to 999999999."],
  ])("%# %s %s is refused", (option, name, text, message) => {
    expect(() => option.read([text], name)).toThrow(message);
  });
});
