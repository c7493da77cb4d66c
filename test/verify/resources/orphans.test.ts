import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "../../server.js";
import { type Respond, verifyServer } from "../small-document.js";
import { data, ERRORS, get, isText, object, objectIn, text } from "../small-store.js";

const word: JsonObject = { ...text, minLength: 1, maxLength: 60 };
const PROJECT = object({ id: { ...text, readOnly: true }, name: word }, ["name"]);
const TASK = object({ id: { ...text, readOnly: true }, title: word, note: word }, ["title"]);
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const made = (schema: JsonObject): JsonObject => ({
  requestBody: { required: true, ...content(schema) },
  responses: { "201": { description: "Made.", ...content(schema) }, ...ERRORS },
});
const gone: JsonObject = { responses: { "204": { description: "Deleted." }, ...ERRORS } };
const path = (name: string): JsonObject => ({ parameters: [{ name, in: "path", required: true, schema: text }] });

/** Tasks are created below a project, and have paths of their own. */
const PATHS: JsonObject = {
  "/projects": { post: { operationId: "createProject", ...made(PROJECT) } },
  "/projects/{projectId}": {
    ...path("projectId"),
    ...get("getProject", PROJECT),
    delete: { operationId: "deleteProject", ...gone },
  },
  "/projects/{projectId}/tasks": {
    ...path("projectId"),
    ...get("listTasks", { type: "array", items: TASK }),
    post: { operationId: "createTask", ...made(TASK) },
  },
  "/tasks/{taskId}": {
    ...path("taskId"),
    ...get("getTask", TASK),
    delete: { operationId: "deleteTask", ...gone },
  },
};

/** What becomes of the tasks of a deleted project, and of a DELETE of one of them. */
interface Fate {
  isCascading?: boolean;
  refuses?: boolean;
}

async function runWith({ isCascading = false, refuses = false }: Fate) {
  const projects = new Map<string, JsonObject>();
  const tasks = new Map<string, { project: string; task: JsonObject }>();
  const respond: Respond = ({ method, url, body }, response) => {
    const [, kind, id = "", part] = (url.split("?")[0] ?? "").split("/");
    const sent = method === "POST" ? objectIn(body) : undefined;
    if (kind === "projects" && id === "") {
      if (method !== "POST") return json(response, 405, {});
      if (!sent || !isText(sent.name)) return json(response, 400, {});
      const project = { id: randomUUID(), name: sent.name ?? "" };
      projects.set(project.id, project);
      return json(response, 201, project);
    }
    if (kind === "projects") {
      const project = projects.get(id);
      if (!project) return json(response, 404, {});
      if (method === "GET" && part === undefined) return json(response, 200, project);
      if (method === "GET") {
        return json(
          response,
          200,
          [...tasks.values()].filter(({ project: own }) => own === id).map(({ task }) => task),
        );
      }
      if (method === "DELETE" && part === undefined) {
        projects.delete(id);
        for (const [key, { project: own }] of tasks) if (isCascading && own === id) tasks.delete(key);
        return void response.writeHead(204).end();
      }
      if (method !== "POST" || part === undefined) return json(response, 405, {});
      const isRight = sent && isText(sent.title) && (sent.note === undefined || isText(sent.note));
      if (!sent || !isRight) return json(response, 400, {});
      const task = { id: randomUUID(), ...sent };
      tasks.set(task.id, { project: id, task });
      return json(response, 201, task);
    }
    const found = tasks.get(id);
    if (!found) return json(response, 404, {});
    if (method === "GET") return json(response, 200, found.task);
    if (method !== "DELETE") return json(response, 405, {});
    if (refuses && !projects.has(found.project)) return json(response, 400, {});
    tasks.delete(id);
    response.writeHead(204).end();
  };
  const settings = { ...data, settle: 0, writes: "reversible", allowed: new Set<string>() } as const;
  const { report } = await verifyServer(PATHS, respond, settings);
  return { left: [...tasks.keys()], named: report.leftovers, causes: report.causes.map(({ title }) => title) };
}

test("nothing is left, and nothing named, if tasks go with their project", async () => {
  expect(await runWith({ isCascading: true })).toMatchObject({ left: [], named: [] });
});

test("tasks that stay when their project is deleted are deleted by themselves", async () => {
  const { left, named, causes } = await runWith({});
  expect({ left, named }).toEqual({ left: [], named: [] });
  expect(causes.filter((title) => title.includes("deleteTask"))).toEqual([]);
});

test("each task that stays, and cannot be deleted then, is named", async () => {
  const { left, named } = await runWith({ refuses: true });
  expect(left.length).toBeGreaterThan(3);
  const addresses = named.map(({ resource }) => resource);
  expect(left.filter((id) => !addresses.some((address) => address.includes(id)))).toEqual([]);
  expect(new Set(named.map(({ reason }) => reason))).toEqual(new Set(["deleteTask was rejected with 400"]));
});
