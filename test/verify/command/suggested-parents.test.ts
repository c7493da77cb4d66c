import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { runHere } from "#test/run-here.js";
import { json, serve, type TestServer } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";
import { documentOf, REJECTED } from "../small-document.js";

const BODY: JsonObject = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const RESPONSES: JsonObject = { "200": { description: "Done." }, "4XX": REJECTED };
const WORKSPACE: JsonObject = { name: "workspace", in: "path", required: true, schema: { type: "string" } };
const PROJECT: JsonObject = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const all = (schema: JsonObject): JsonObject => ({
  "200": { description: "All.", content: { "application/json": { schema: { type: "array", items: schema } } } },
  "4XX": REJECTED,
});

/** Workspaces that are only listed, whose projects a run may create; and a login. */
const NESTED = {
  ...documentOf({
    "/sign-in": {
      post: {
        operationId: "signIn",
        security: [],
        requestBody: { content: { "application/json": { schema: BODY } } },
        responses: RESPONSES,
      },
    },
    "/restart": { post: { operationId: "restart", responses: RESPONSES } },
    "/workspaces": {
      get: {
        operationId: "listWorkspaces",
        responses: all({ type: "object", properties: { id: { type: "string" } } }),
      },
    },
    "/workspaces/{workspace}": { parameters: [WORKSPACE], get: { operationId: "getWorkspace", responses: RESPONSES } },
    "/workspaces/{workspace}/projects": {
      parameters: [WORKSPACE],
      get: { operationId: "listProjects", responses: all(PROJECT) },
      post: {
        operationId: "createProject",
        requestBody: { required: true, content: { "application/json": { schema: BODY } } },
        responses: {
          "201": { description: "Made.", content: { "application/json": { schema: PROJECT } } },
          "4XX": REJECTED,
        },
      },
    },
    "/workspaces/{workspace}/projects/{project}": {
      parameters: [WORKSPACE, { ...WORKSPACE, schema: { type: "integer" }, name: "project" }],
      get: { operationId: "getProject", responses: RESPONSES },
      delete: { operationId: "deleteProject", responses: { "204": { description: "Gone." }, "4XX": REJECTED } },
    },
  }),
  components: { securitySchemes: { Key: { type: "http", scheme: "bearer" } } },
  security: [{ Key: [] }],
};

/** Serves the document, and keeps projects. */
function nestedServer() {
  const projects = new Map<number, JsonObject>();
  const workspaces = [{ id: "one" }, { id: "two" }];
  return serve(({ url, method, body, headers }, response) => {
    if (url === "/sign-in") return json(response, 200, { token: "a-token" });
    if (headers.authorization !== "Bearer a-token") return json(response, 401, {});
    if (url === "/workspaces") return json(response, 200, workspaces);
    const [, workspace, , project] = url.slice(1).split("/");
    if (!workspaces.some(({ id }) => id === workspace)) return json(response, 404, {});
    if (!url.includes("/projects")) return json(response, 200, { id: workspace });
    if (project === undefined && method === "GET") return json(response, 200, [...projects.values()]);
    if (project === undefined) {
      const { name } = asObject(parseJson(body)?.value);
      if (typeof name !== "string") return json(response, 400, {});
      const made = { id: projects.size + 1, name };
      projects.set(made.id, made);
      return json(response, 201, made);
    }
    const found = projects.get(Number(project));
    if (!found) return json(response, 404, {});
    if (method === "DELETE") projects.delete(Number(project));
    return method === "DELETE" ? void response.writeHead(204).end() : json(response, 200, found);
  });
}

let server: TestServer;
let folder: string;
beforeAll(async () => {
  vi.stubEnv("PASSWORD", "a-password");
  server = await nestedServer();
  folder = await temporaryFolder("parents");
  await writeFile(join(folder, "openapi.json"), JSON.stringify(NESTED));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

const run = (...args: string[]) => runHere(verifyCommand, ["--reports", join(folder, "reports"), ...args]);

/** The setting `login` of the file in use. */
const LOGIN = {
  operation: "signIn",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the form of variables in target files
  body: { name: "${PASSWORD}" },
  token: "/token",
};

test("a parent that the run listed is offered; with it, the file in use logs in, finds its contract, and creates", async () => {
  const [used, first, second] = ["used.yaml", "first.yaml", "second.yaml"].map((name) => join(folder, name));
  const settings = {
    baseUrl: server.url,
    spec: "openapi.json",
    login: LOGIN,
    writes: "reversible",
    rate: 500,
    settle: 0,
  };
  await writeFile(used ?? "", JSON.stringify(settings));
  const before = await run("--target", used ?? "", "--suggest-target", first ?? "");
  expect(before.stderr).toBe("");
  const text = await readFile(first ?? "", "utf8");
  expect(text).toContain('The run was shown this one, and "two". It would create below it.\n#   workspace: one\n');
  expect(text).not.toMatch(/values:|VALUE$/m);
  await writeFile(first ?? "", text.replace(/^# (parameters:)$/m, "$1").replace(/^# ( {2}workspace: one)$/m, "$1"));
  const sentBefore = server.seen.length;
  const after = await run("--target", first ?? "", "--suggest-target", second ?? "");
  expect(after.stderr).toBe("");
  expect(after.stdout).toMatch(/✓ createProject +\d+ of \d+ passed/);
  const sent = server.seen.slice(sentBefore);
  expect(sent.some(({ method, url }) => method === "POST" && url === "/workspaces/one/projects")).toBe(true);
  expect(sent.filter(({ method, url }) => method !== "GET" && url.includes("/workspaces/two"))).toEqual([]);
  const next = await readFile(second ?? "", "utf8");
  for (const line of [/^login: \{/m, /^parameters:\n {2}workspace: one$/m, /^writes: reversible$/m, /^rate: 500$/m]) {
    expect(next).toMatch(line);
  }
  expect(next).toContain("spec: ./openapi.json");
  expect(next + text).not.toContain("a-password");
});
