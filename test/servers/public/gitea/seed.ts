import type { JsonObject } from "#openapi/document/document.js";
import { numbersTo, seededTime, Tables } from "../tables.js";
import { newIssue, storeIssue } from "./issues.js";
import { newRepository } from "./repositories.js";
import { keyIn, ME } from "./requests.js";
import { newComment, newRelease } from "./talk.js";

const timeOf = (number: number) => new Date(seededTime(number)).toISOString().replace(".000Z", "Z");

function putPlanning(tables: Tables, repository: JsonObject): void {
  for (const [index, name] of ["bug", "feature", "question"].entries()) {
    const id = Number(repository.id) * 10 + index;
    const label = {
      id,
      repository_id: repository.id ?? 0,
      name,
      color: `00${index}${index}ff`,
      description: "",
      exclusive: false,
    };
    const url = `https://git.example.com/api/v1/repos/${String(repository.full_name)}/labels/${id}`;
    tables.put("label", keyIn(repository, id), { ...label, url });
  }
  for (const number of numbersTo(2)) {
    const id = Number(repository.id) * 10 + number;
    const times = {
      created_at: timeOf(number),
      updated_at: timeOf(number),
      due_on: timeOf(90 + number),
      closed_at: null,
    };
    const milestone = {
      id,
      repository_id: repository.id ?? 0,
      title: `Sprint ${number}`,
      description: "",
      state: "open",
    };
    tables.put("milestone", keyIn(repository, id), { ...milestone, ...times });
  }
}

function putIssues(tables: Tables, repository: JsonObject): void {
  for (const number of numbersTo(6)) {
    const state = number % 3 === 0 ? "closed" : "open";
    const closed_at = state === "closed" ? timeOf(number + 1) : null;
    const labels = number % 2 ? [Number(repository.id) * 10] : [];
    const milestone = number % 2 ? null : Number(repository.id) * 10 + 1;
    const fields = {
      title: `The lamp ${number} is dim`,
      body: "It was brighter.",
      state,
      closed_at,
      labels,
      milestone,
    };
    const issue = storeIssue(tables, newIssue(tables, repository, fields, timeOf(number)));
    for (const place of numbersTo(number % 3)) {
      const comment = newComment(tables, issue, `Comment ${place}`, timeOf(number + place));
      tables.put("comment", keyIn(repository, comment.id ?? 0), comment);
    }
  }
}

/** The data of a new server. */
export function seed(): Tables {
  const tables = new Tables();
  for (const number of numbersTo(3)) {
    const name = `lamp-${number}`;
    const fields = { auto_init: true, description: `The lamp of tower ${number}` };
    const repository = tables.put("repository", `${ME}/${name}`, newRepository(number, name, fields, timeOf(number)));
    putPlanning(tables, repository);
    putIssues(tables, repository);
    for (const place of numbersTo(2)) {
      const id = number * 10 + place;
      const release = {
        tag_name: `v${place}.0.0`,
        name: `Release ${place}`,
        body: "Brighter.",
        prerelease: place === 2,
      };
      tables.put("release", keyIn(repository, id), newRelease(id, repository, release, timeOf(place)));
    }
  }
  return tables;
}
