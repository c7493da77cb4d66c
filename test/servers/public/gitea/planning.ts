import type { Json, JsonObject } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import {
  bodyOf,
  keyIn,
  now,
  paged,
  repositoryOf,
  rowsIn,
  shown,
  timeOf,
  unprocessable,
  withoutNull,
} from "./requests.js";

const LABEL = ["color", "description", "exclusive", "name"];
const MILESTONE = ["description", "due_on", "state", "title"];

/** A color as six hexadecimal digits. */
function colorOf(value: Json): string {
  const [, long, short] = /^#?(?:([\da-f]{6})|([\da-f]{3}))$/i.exec(String(value)) ?? [];
  if (long !== undefined) return long.toLowerCase();
  if (short !== undefined)
    return [...short]
      .map((digit) => digit + digit)
      .join("")
      .toLowerCase();
  throw unprocessable(`bad color code: ${String(value)}`);
}

function labelFields(fields: JsonObject): JsonObject {
  if (fields.name === "") throw unprocessable("[name]: Required");
  if (String(fields.name ?? "").length > 50) throw unprocessable("[name]: MaxSize");
  if (String(fields.description ?? "").length > 200) throw unprocessable("[description]: MaxSize");
  return { ...fields, ...(fields.color === undefined ? {} : { color: colorOf(fields.color) }) };
}

function labelOf(request: ReadRequest, tables: Tables): JsonObject {
  return tables.get("label", keyIn(repositoryOf(request, tables), request.path.id ?? 0));
}

/** A milestone by its id, or its title. */
function milestoneOf(request: ReadRequest, tables: Tables): JsonObject {
  const wanted = percentDecoded(String(request.path.id));
  const milestones = rowsIn(tables, "milestone", repositoryOf(request, tables));
  const found = milestones.find(({ id, title }) => String(id) === wanted || title === wanted);
  if (!found) throw new Rejection(404, "There is no such milestone.");
  return found;
}

/** A milestone with the numbers of its issues. */
export function shownMilestone(tables: Tables, milestone: JsonObject): JsonObject {
  const issues = tables.rows("issue").filter((issue) => issue.milestone === milestone.id);
  const open = issues.filter(({ state }) => state === "open").length;
  return { ...withoutNull(shown(milestone)), open_issues: open, closed_issues: issues.length - open };
}

function milestoneFields(fields: JsonObject, before: JsonObject): JsonObject {
  const { state = before.state ?? "open", due_on = before.due_on ?? null, title = "" } = fields;
  if (!["open", "closed"].includes(String(state))) throw unprocessable("state must be open or closed");
  if (String(title).length > 255) throw unprocessable("[title]: MaxSize");
  return {
    ...fields,
    state,
    due_on: timeOf(due_on),
    closed_at: state === "closed" ? (before.closed_at ?? now()) : null,
  };
}

/** Labels and milestones. */
export const PLANNING: Service<Tables>["handlers"] = {
  issueListLabels: (request, tables) => paged(request, rowsIn(tables, "label", repositoryOf(request, tables))),
  issueCreateLabel(request, tables) {
    const repository = repositoryOf(request, tables);
    const fields = labelFields(bodyOf(request, LABEL, ["name", "color"]));
    const id = tables.nextNumber();
    const url = `https://git.example.com/api/v1/repos/${String(repository.full_name)}/labels/${id}`;
    const label = { id, repository_id: repository.id ?? 0, description: "", exclusive: false, ...fields, url };
    return json(201, shown(tables.put("label", keyIn(repository, id), label)));
  },
  issueGetLabel: (request, tables) => json(200, shown(labelOf(request, tables))),
  issueEditLabel(request, tables) {
    const label = labelOf(request, tables);
    const after = { ...label, ...labelFields(bodyOf(request, LABEL)) };
    return json(200, shown(tables.put("label", `${label.repository_id}/${label.id}`, after)));
  },
  issueDeleteLabel(request, tables) {
    const repository = repositoryOf(request, tables);
    tables.remove("label", keyIn(repository, request.path.id ?? 0));
    return empty(204);
  },
  issueGetMilestonesList(request, tables) {
    const { state = "open", name = "" } = request.query;
    const rows = rowsIn(tables, "milestone", repositoryOf(request, tables)).filter(
      (row) => (state === "all" || row.state === state) && String(row.title).includes(String(name)),
    );
    return paged(request, rows, (row) => shownMilestone(tables, row));
  },
  issueCreateMilestone(request, tables) {
    const repository = repositoryOf(request, tables);
    const fields = milestoneFields(bodyOf(request, MILESTONE, ["title"]), {});
    const id = tables.nextNumber();
    const time = now();
    const milestone = {
      id,
      repository_id: repository.id ?? 0,
      description: "",
      ...fields,
      created_at: time,
      updated_at: time,
    };
    return json(201, shownMilestone(tables, tables.put("milestone", keyIn(repository, id), milestone)));
  },
  issueGetMilestone: (request, tables) => json(200, shownMilestone(tables, milestoneOf(request, tables))),
  issueEditMilestone(request, tables) {
    const milestone = milestoneOf(request, tables);
    const fields = bodyOf(request, MILESTONE);
    if (fields.title === "") delete fields.title;
    const after = { ...milestone, ...milestoneFields(fields, milestone), updated_at: now() };
    return json(
      200,
      shownMilestone(tables, tables.put("milestone", `${milestone.repository_id}/${milestone.id}`, after)),
    );
  },
  issueDeleteMilestone(request, tables) {
    const milestone = milestoneOf(request, tables);
    tables.remove("milestone", `${milestone.repository_id}/${milestone.id}`);
    return empty(204);
  },
};
