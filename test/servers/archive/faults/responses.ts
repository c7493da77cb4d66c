import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inBodies, inItems, inSuccesses, jsonOf, type Respond, within, without } from "../../change.js";
import { sends } from "../../faults-of-requests.js";
import { empty, json, type ServedResponse, type Variation } from "../../service.js";

const PROJECT = ["createProject", "getProject", "replaceProject", "updateProject"];

/** Changes the object in the envelope of some operations. */
const inData = (operations: readonly string[], change: (data: JsonObject) => JsonObject) =>
  inBodies(operations, (body) => within(body, "data", change));

/** Changes the responses with a status. */
function inStatus(status: number, change: (response: ServedResponse) => ServedResponse): Respond<unknown> {
  return async (_, next) => {
    const response = await next();
    return response.status === status ? change(response) : response;
  };
}

/** Servers that send what archive.yaml does not describe. */
export const RESPONSE_FAULTS: Variation<unknown>[] = [
  // Bodies.
  {
    title: "sends null as the description of a project without one",
    respond: inData(PROJECT, (project) => ({ description: null, ...project })),
  },
  {
    title: "sends moments without a time zone",
    respond: inData(PROJECT, (project) => ({ ...project, updatedAt: `${project.updatedAt}`.replace("Z", "") })),
  },
  { title: "sends a project without its envelope", respond: inBodies(["getProject"], (body) => asObject(body.data)) },
  {
    title: "sends the id of a project as a text",
    respond: inData(["getProject"], (project) => ({ ...project, id: `${project.id}` })),
  },
  {
    title: "lists projects without their owners",
    respond: inItems("listProjects", "data", (items) => items.map((each) => without(each, "ownerId"))),
  },
  {
    title: "sends the changed fields of a note only",
    respond: inData(["updateNote"], (note) => without(note, "id", "projectId", "createdAt")),
  },
  {
    title: "sends null in place of an empty list of notes",
    respond: inBodies(["listNotes"], (body) => (asList(body.data).length > 0 ? body : { ...body, data: null })),
  },
  { title: "sends the day of the creation of a note only", respond: inData(["getNote"], withDay) },
  // Statuses, headers and media types.
  sends("200 for a created project", "createProject", (response) => ({ ...response, status: 200 })),
  sends("a created note without Location", "createNote", ({ headers: { Location: _, ...headers }, ...response }) => ({
    ...response,
    headers,
  })),
  sends("notes as text/html", "listNotes", (response) => ({ ...response, headers: { "Content-Type": "text/html" } })),
  sends("a list that is cut off", "listFiles", (response) => ({ ...response, body: `${response.body}`.slice(0, -3) })),
  // Problems.
  {
    title: "sends problems as application/json",
    respond: inStatus(404, (response) => json(404, jsonOf(response) ?? {})),
  },
  {
    title: "sends 401 without WWW-Authenticate",
    respond: inStatus(401, ({ headers: { "WWW-Authenticate": _, ...headers }, ...response }) => ({
      ...response,
      headers,
    })),
  },
  {
    title: "sends 200 as the status in the body of a problem",
    respond: inStatus(400, (response) => changeJson(response, (body) => ({ ...asObject(body), status: 200 }))),
  },
  {
    title: "sends null with 200 for an unknown note",
    respond: async (_, next, { operation, violation }) => {
      const response = await next();
      const isUnknown = operation === "getNote" && response.status === 404 && !(await violation());
      return isUnknown ? json(200, { data: null }) : response;
    },
  },
  {
    title: "fails with 500 for a page after the end",
    respond: inSuccesses(["listProjects"], (response) =>
      asList(asObject(jsonOf(response)).data).length === 0 ? empty(500) : response,
    ),
  },
];

function withDay(note: JsonObject): JsonObject {
  return { ...note, createdAt: `${note.createdAt}`.slice(0, 10) };
}
