import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { expect, test } from "vitest";
import { SOURCES } from "#test/command-line.js";
import { json, serve } from "#test/server.js";

test("the client of the official SDK starts the command, lists its tools, and calls them", async () => {
  const server = await serve((_, response) => json(response, 200, { name: 1 }));
  const client = new Client({ name: "test", version: "1.0.0" });
  const args = ["--import", SOURCES, "src/cli.ts", "mcp"];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  try {
    expect(client.getServerVersion()).toMatchObject({ name: expect.stringContaining("team-api") });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["plan", "verify", "causes", "explain", "mock"]);

    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
    const run = { spec: "test/mcp/things.yaml", baseUrl: server.url, only: ["getThing"] };
    expect(await call("verify", run)).toMatchObject({
      isError: false,
      content: [{ type: "text", text: expect.stringMatching(/^Failed: Things 1 against /) }],
    });
    expect(await call("explain", { rule: "nothing" })).toMatchObject({ isError: true });
    await expect(call("nothing", {})).rejects.toThrow("There is no tool nothing.");
  } finally {
    await client.close();
    await server.close();
  }
});
