import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { shownMilestone } from "./planning.js";
import {
  assertUsers,
  bodyOf,
  keyIn,
  ME,
  now,
  paged,
  repositoryOf,
  rowsIn,
  shown,
  timeOf,
  unprocessable,
  userOf,
  withoutNull,
} from "./requests.js";

const ISSUE = ["assignee", "assignees", "body", "due_date", "milestone", "ref", "title"];

function issueOf(request: ReadRequest, tables: Tables): JsonObject {
  return tables.get("issue", keyIn(repositoryOf(request, tables), request.path.index ?? 0));
}

export function storeIssue(tables: Tables, issue: JsonObject): JsonObject {
  return tables.put("issue", `${String(issue.repository_id)}/${String(issue.number)}`, issue);
}

/** An issue as it is shown: with its labels, its milestone and its people. */
function shownIssue(
  tables: Tables,
  { labels = [], milestone = null, assignees = [], ...issue }: JsonObject,
): JsonObject {
  const repository = { id: issue.repository_id ?? 0 };
  const people = asList(assignees).map(userOf);
  const found = tables.find("milestone", keyIn(repository, milestone ?? 0));
  const comments = tables.rows("comment").filter((comment) => comment.issue === issue.id).length;
  return withoutNull({
    ...{ ...shown(issue), user: userOf(ME), labels: labelsOf(tables, repository, labels), comments },
    ...{ milestone: found ? shownMilestone(tables, found) : null, assignee: people[0] ?? null, assignees: people },
  });
}

function labelsOf(tables: Tables, repository: JsonObject, ids: Json): JsonObject[] {
  const labels = asList(ids).map((id) => tables.find("label", keyIn(repository, id)));
  return labels.flatMap((label) => (label ? [shown(label)] : []));
}

/** Throws unless all labels exist in the repository. */
function checkedLabels(tables: Tables, repository: JsonObject, ids: Json | undefined): Json[] {
  const wanted = asList(ids ?? []);
  const missing = wanted.find((id) => !tables.find("label", keyIn(repository, id)));
  if (missing !== undefined) throw unprocessable(`labels: label does not exist [label_id: ${String(missing)}]`);
  return [...new Set(wanted)];
}

/** The fields of a new or changed issue. */
function issueFields(tables: Tables, repository: JsonObject, sent: JsonObject): JsonObject {
  const { assignee, assignees, due_date, milestone, ...fields } = sent;
  const people =
    assignees === undefined && assignee === undefined
      ? undefined
      : [...asList(assignees ?? []), ...(assignee ? [assignee] : [])];
  if (people) assertUsers(people);
  if (milestone !== undefined && milestone !== 0 && !tables.find("milestone", keyIn(repository, milestone))) {
    throw unprocessable(`milestone does not exist [id: ${String(milestone)}]`);
  }
  if (String(fields.title ?? "").length > 255) throw unprocessable("[title]: MaxSize");
  return {
    ...fields,
    ...(people ? { assignees: [...new Set(people)] } : {}),
    ...(milestone === undefined ? {} : { milestone: milestone === 0 ? null : milestone }),
    ...(due_date === undefined ? {} : { due_date: timeOf(due_date) }),
  };
}

/** A new issue with the next number of its repository. */
export function newIssue(tables: Tables, repository: JsonObject, fields: JsonObject, time = now()): JsonObject {
  const number = Math.max(0, ...rowsIn(tables, "issue", repository).map((issue) => Number(issue.number))) + 1;
  const url = `https://git.example.com/${String(repository.full_name)}/issues/${number}`;
  const meta = {
    id: repository.id ?? 0,
    name: repository.name ?? "",
    owner: ME,
    full_name: repository.full_name ?? "",
  };
  return {
    ...{ id: tables.nextNumber(), repository_id: repository.id ?? 0, url, html_url: url, number, body: "", ref: "" },
    ...{ labels: [], milestone: null, assignees: [], state: "open", is_locked: false, due_date: null, closed_at: null },
    ...{ created_at: time, updated_at: time, original_author: "", original_author_id: 0, repository: meta, ...fields },
  };
}

/** The issues that the query selects, the newest one first. */
function selected(request: ReadRequest, tables: Tables, repository: JsonObject): JsonObject[] {
  const {
    state = "open",
    labels,
    q = "",
    type,
    milestones,
    since,
    before,
    created_by,
    assigned_by,
    mentioned_by,
  } = request.query;
  if (type === "pulls" || (created_by ?? ME) !== ME || mentioned_by !== undefined) return [];
  const names = labels === undefined ? [] : String(labels).split(",");
  const titles = milestones === undefined ? [] : String(milestones).split(",");
  return rowsIn(tables, "issue", repository)
    .toReversed()
    .filter((issue) => {
      const own = labelsOf(tables, repository, issue.labels ?? []).map(({ name }) => String(name));
      const milestone = tables.find("milestone", keyIn(repository, issue.milestone ?? 0));
      const time = Date.parse(String(issue.updated_at));
      return (
        (state === "all" || issue.state === state) &&
        names.every((name) => own.includes(name)) &&
        (titles.length === 0 ||
          titles.some((title) => title === milestone?.title || title === String(milestone?.id))) &&
        (assigned_by === undefined || asList(issue.assignees ?? []).includes(assigned_by)) &&
        `${String(issue.title)} ${String(issue.body)}`.toLowerCase().includes(String(q).toLowerCase()) &&
        (since === undefined || time >= Date.parse(String(since))) &&
        (before === undefined || time <= Date.parse(String(before)))
      );
    });
}

function setLabels(request: ReadRequest, tables: Tables, labelsAfter: (before: Json[], sent: Json[]) => Json[]) {
  const issue = issueOf(request, tables);
  const repository = repositoryOf(request, tables);
  const sent = checkedLabels(tables, repository, bodyOf(request, ["labels"]).labels);
  const labels = labelsAfter(asList(issue.labels ?? []), sent);
  storeIssue(tables, { ...issue, labels, updated_at: now() });
  return json(200, labelsOf(tables, repository, labels));
}

/** Issues and their labels. */
export const ISSUES: Service<Tables>["handlers"] = {
  issueListIssues: (request, tables) =>
    paged(request, selected(request, tables, repositoryOf(request, tables)), (issue) => shownIssue(tables, issue)),
  issueCreateIssue(request, tables) {
    const repository = repositoryOf(request, tables);
    if (repository.has_issues === false) throw new Rejection(404, "The repository has no issues.");
    if (repository.archived === true) throw new Rejection(403, "The repository is archived.");
    const { labels: ids, closed, ...sent } = bodyOf(request, [...ISSUE, "labels", "closed"], ["title"]);
    const labels = checkedLabels(tables, repository, ids);
    const fields = { ...issueFields(tables, repository, sent), labels };
    const issue = newIssue(tables, repository, fields);
    const after = closed === true ? { ...issue, state: "closed", closed_at: now() } : issue;
    return json(201, shownIssue(tables, storeIssue(tables, after)));
  },
  issueGetIssue: (request, tables) => json(200, shownIssue(tables, issueOf(request, tables))),
  issueEditIssue(request, tables) {
    const issue = issueOf(request, tables);
    const {
      unset_due_date,
      state = issue.state ?? "open",
      ...sent
    } = bodyOf(request, [...ISSUE, "state", "unset_due_date"]);
    if (!["open", "closed"].includes(String(state))) throw new Rejection(412, "state must be open or closed");
    if (sent.title === "") throw unprocessable("[title]: Required");
    const fields = issueFields(tables, repositoryOf(request, tables), sent);
    const due = unset_due_date === true ? { due_date: null } : {};
    const closed_at = state === "closed" ? (issue.closed_at ?? now()) : null;
    return json(
      201,
      shownIssue(tables, storeIssue(tables, { ...issue, ...fields, ...due, state, closed_at, updated_at: now() })),
    );
  },
  issueDelete(request, tables) {
    const issue = issueOf(request, tables);
    for (const row of tables.rows("comment"))
      if (row.issue === issue.id) tables.remove("comment", `${row.repository_id}/${row.id}`);
    tables.remove("issue", `${issue.repository_id}/${issue.number}`);
    return empty(204);
  },
  issueGetLabels(request, tables) {
    const { labels = [] } = issueOf(request, tables);
    return json(200, labelsOf(tables, repositoryOf(request, tables), labels));
  },
  issueAddLabel: (request, tables) => setLabels(request, tables, (before, sent) => [...new Set([...before, ...sent])]),
  issueReplaceLabels: (request, tables) => setLabels(request, tables, (_, sent) => sent),
  issueClearLabels(request, tables) {
    storeIssue(tables, { ...issueOf(request, tables), labels: [], updated_at: now() });
    return empty(204);
  },
  issueRemoveLabel(request, tables) {
    const issue = issueOf(request, tables);
    const label = tables.find("label", keyIn(repositoryOf(request, tables), request.path.id ?? 0));
    if (!label) throw unprocessable("label does not exist");
    const labels = asList(issue.labels ?? []).filter((id) => id !== label.id);
    storeIssue(tables, { ...issue, labels, updated_at: now() });
    return empty(204);
  },
};
