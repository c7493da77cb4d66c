import { expect, test } from "vitest";
import { onEachDatabase } from "./databases.js";
import { testSandbox } from "./sandbox.js";

onEachDatabase((make) => {
  test("requests during resets are answered as before or as after: none fails, none loses its key", async () => {
    const sandbox = await testSandbox(make, { rows: 20 });
    try {
      const answers: [string, number][] = [];
      let resetting = true;
      const repeat = async (name: string, ask: (count: number) => Promise<{ status: number }>) => {
        for (let count = 0; resetting; count += 1) answers.push([name, (await ask(count)).status]);
      };
      const streams = [1, 2, 3].flatMap((stream) => [
        repeat("add", (count) =>
          sandbox.call("POST", "/suppressions", { json: { email: `${stream}-${count}@example.com` } }),
        ),
        repeat("mint", () => sandbox.control("POST", "/grants", {})),
        repeat("revoke", async () => {
          const { id } = (await sandbox.control("POST", "/grants", {})).body;
          return sandbox.call("DELETE", `/oauth/grants/${id}`);
        }),
        repeat("list", () => sandbox.call("GET", "/suppressions")),
      ]);
      for (let count = 0; count < 10; count += 1) {
        const both = [sandbox.control("POST", "/reset"), sandbox.control("POST", "/reset")];
        for (const { status } of await Promise.all(both)) answers.push(["reset", status]);
      }
      resetting = false;
      await Promise.all(streams);
      const seen = new Set(answers.map((answer) => answer.join(" ")));
      // A grant that was minted before a reset is gone after it.
      const expected = ["add 201", "list 200", "mint 201", "reset 204", "revoke 200", "revoke 404"];
      expect([...seen].filter((each) => !expected.includes(each))).toEqual([]);
      await sandbox.control("POST", "/reset");
      expect((await sandbox.list("limit=100")).ids.length).toBe(3 + 20);
    } finally {
      await sandbox.stop();
    }
  });
});
