import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import type { Respond } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 60 };
const PROJECT_FIELDS: JsonObject = {
  name: TEXT,
  visibility: { type: "string", enum: ["public", "internal", "private"] },
  isTemplate: { type: "boolean" },
  labels: { type: "array", items: TEXT },
};
const PROJECT = objectOf({ id: { type: "string" }, ...PROJECT_FIELDS }, ["id", "name", "visibility"]);
const TASK_FIELDS: JsonObject = { title: TEXT, dependsOn: { type: "integer" } };
const TASK = objectOf({ id: { type: "integer" }, title: TEXT, dependsOn: { type: ["integer", "null"] } }, [
  "id",
  "title",
]);

function objectOf(properties: JsonObject, required: readonly string[]): JsonObject {
  return { type: "object", properties, required: [...required] };
}

function operation(operationId: string, status: number, schema: JsonObject | undefined, body?: JsonObject): JsonObject {
  const content = (of: JsonObject): JsonObject => ({ "application/json": { schema: of } });
  const rejected = [400, 404, 409, 415, 422].map((code) => [code, { description: "Rejected." }]);
  return {
    operationId,
    ...(body && { requestBody: { required: true, content: content(body) } }),
    responses: {
      [status]: { description: "Done.", ...(schema && { content: content(schema) }) },
      ...Object.fromEntries(rejected),
    },
  };
}

const inPath = (name: string, schema: JsonObject): JsonObject => ({ name, in: "path", required: true, schema });

/** Projects that the client names, and tasks in them that the server numbers. The document has no example. */
export const PROJECT_PATHS: JsonObject = {
  "/projects": {
    get: operation("listProjects", 200, { type: "array", items: PROJECT }),
    post: operation(
      "createProject",
      201,
      PROJECT,
      objectOf({ id: { type: "string", minLength: 1 }, ...PROJECT_FIELDS }, ["id", "name", "visibility"]),
    ),
  },
  "/projects/{id}": {
    parameters: [inPath("id", { type: "string" })],
    get: operation("getProject", 200, PROJECT),
    patch: operation("updateProject", 200, PROJECT, { type: "object", properties: PROJECT_FIELDS }),
    delete: operation("deleteProject", 204, undefined),
  },
  "/projects/{id}/summary": {
    parameters: [inPath("id", { type: "string" })],
    get: operation("summarizeProject", 200, { type: "object" }),
  },
  "/projects/{id}/invitations": {
    parameters: [inPath("id", { type: "string" })],
    post: operation("invite", 202, undefined, objectOf({ person: TEXT }, ["person"])),
  },
  "/projects/{id}/tasks": {
    parameters: [inPath("id", { type: "string" })],
    get: operation("listTasks", 200, { type: "array", items: TASK }),
    post: operation("createTask", 201, TASK, objectOf(TASK_FIELDS, ["title"])),
  },
  "/projects/{id}/tasks/{task}": {
    parameters: [inPath("id", { type: "string" }), inPath("task", { type: "integer" })],
    get: operation("getTask", 200, TASK),
    delete: operation("deleteTask", 204, undefined),
  },
};

interface Project extends JsonObject {
  id: string;
}

/** A fault of the server, by a function that says whether it fails. */
export type ProjectFault = (facts: {
  operation: string;
  body: JsonObject;
  project: Project | undefined;
  tasks: ReadonlyMap<number, JsonObject>;
  isTaken: boolean;
}) => boolean;

/** A server of projects that fails where a fault says so. */
export function projectServer(fails: ProjectFault = () => false): Respond {
  const projects = new Map<string, Project>();
  const tasksOf = new Map<string, Map<number, JsonObject>>();
  let count = 0;
  return ({ method, url, body: text, headers }, response) => {
    const [, , id = "", below = "", task = ""] = new URL(url, "http://localhost").pathname.split("/");
    const depth = task !== "" ? "task" : below || (id === "" ? "projects" : "project");
    if (!/^(GET|POST|PATCH|DELETE)$/.test(method)) return json(response, 405, {});
    if (text !== "" && !/json/.test(headers["content-type"] ?? "")) return json(response, 415, {});
    const body = objectIn(text);
    const needsBody = (method === "POST" || method === "PATCH") && text === "";
    if (body === undefined || needsBody) return json(response, 400, {});
    const project = projects.get(id);
    const tasks = tasksOf.get(id) ?? new Map<number, JsonObject>();
    const operation = `${method} ${depth}`;
    if (fails({ operation, body, project, tasks, isTaken: projects.has(String(body.id)) }))
      return json(response, 500, {});
    if (operation === "GET projects") return json(response, 200, [...projects.values()]);
    if (operation === "POST projects") {
      if (typeof body.id !== "string" || body.id === "" || problemOf(body, true)) return json(response, 422, {});
      if (projects.has(body.id)) return json(response, 409, {});
      projects.set(body.id, { ...body, id: body.id });
      tasksOf.set(body.id, new Map());
      return json(response, 201, projects.get(body.id));
    }
    if (!project) return json(response, 404, {});
    switch (operation) {
      case "GET project":
        return json(response, 200, project);
      case "PATCH project":
        if (problemOf(body, false)) return json(response, 422, {});
        projects.set(id, { ...project, ...body, id });
        return json(response, 200, projects.get(id));
      case "DELETE project":
        projects.delete(id);
        return void response.writeHead(204).end();
      case "GET summary":
        return json(response, 200, { tasks: tasks.size });
      case "POST invitations":
        return void response.writeHead(isText(body.person) ? 202 : 422).end();
      case "GET tasks":
        return json(response, 200, [...tasks.values()]);
      case "POST tasks": {
        const { title, dependsOn } = body;
        if (!isText(title)) return json(response, 422, {});
        if (dependsOn !== undefined && !(typeof dependsOn === "number" && tasks.has(dependsOn)))
          return json(response, 422, { error: "dependsOn is unknown" });
        count += 1;
        tasks.set(count, { id: count, title, dependsOn: dependsOn ?? null });
        return json(response, 201, tasks.get(count));
      }
      case "GET task":
        return tasks.has(Number(task)) ? json(response, 200, tasks.get(Number(task))) : json(response, 404, {});
      case "DELETE task":
        return tasks.delete(Number(task)) ? void response.writeHead(204).end() : json(response, 404, {});
      default:
        return json(response, 405, {});
    }
  };
}

function objectIn(text: string): JsonObject | undefined {
  try {
    const value: unknown = text === "" ? {} : JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}

function problemOf({ name, visibility, isTemplate, labels }: JsonObject, isNew: boolean): boolean {
  const isMissing = (value: unknown) => isNew && value === undefined;
  if (isMissing(name) || isMissing(visibility)) return true;
  if (name !== undefined && !isText(name)) return true;
  if (visibility !== undefined && !["public", "internal", "private"].some((known) => known === visibility)) return true;
  if (isTemplate !== undefined && typeof isTemplate !== "boolean") return true;
  return labels !== undefined && !(Array.isArray(labels) && labels.every(isText));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "" && [...value].length <= 60;
}
