import { asObject, type JsonObject } from "#openapi/document/document.js";
import { empty, json, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { bodyOf, ME, now, paged, repositoryOf, rowsIn, unprocessable, userOf } from "./requests.js";

const CREATE = ["default_branch", "description", "name", "private", "template", "auto_init", "trust_model"];
const EDIT = [
  ...[
    "allow_merge_commits",
    "allow_rebase",
    "allow_rebase_explicit",
    "allow_squash_merge",
    "archived",
    "default_branch",
  ],
  ...[
    "default_allow_maintainer_edit",
    "default_delete_branch_after_merge",
    "default_merge_style",
    "description",
    "has_actions",
  ],
  ...[
    "has_issues",
    "has_packages",
    "has_projects",
    "has_pull_requests",
    "has_releases",
    "has_wiki",
    "website",
    "template",
  ],
  ...["ignore_whitespace_conflicts", "internal_tracker", "name", "private"],
];
const MERGE_STYLES = ["merge", "rebase", "rebase-merge", "squash"];

/** Throws unless a name can be that of a repository. */
function assertName(name: string): void {
  if (!/^[\w.-]{1,100}$/.test(name)) throw unprocessable("[Name]: AlphaDashDot");
  if ([".", "..", "-"].includes(name) || /\.(git|wiki|rss|atom)$/.test(name))
    throw unprocessable(`name is reserved [name: ${name}]`);
}

const keyOf = (name: string) => `${ME}/${name}`.toLowerCase();

/** A repository with the defaults of all fields that are not given. */
export function newRepository(id: number, name: string, fields: JsonObject, time = now()): JsonObject {
  const url = `https://git.example.com/${ME}/${name}`;
  const { auto_init = false, default_branch = "main", description = "", template = false } = fields;
  return {
    ...{ id, owner: userOf(ME), name, full_name: `${ME}/${name}`, description, empty: auto_init !== true, template },
    ...{ private: fields.private ?? false, fork: false, mirror: false, size: 24, language: "", html_url: url },
    ...{ ssh_url: `git@git.example.com:${ME}/${name}.git`, clone_url: `${url}.git`, original_url: "", website: "" },
    ...{ stars_count: 0, forks_count: 0, watchers_count: 1, open_pr_counter: 0, default_branch, archived: false },
    ...{ created_at: time, updated_at: time, permissions: { admin: true, push: true, pull: true }, has_issues: true },
    ...{ has_wiki: true, has_pull_requests: true, has_projects: true, has_releases: true, has_packages: true },
    ...{
      internal_tracker: {
        enable_time_tracker: true,
        allow_only_contributors_to_track_time: true,
        enable_issue_dependencies: true,
      },
    },
    ...{ has_actions: false, ignore_whitespace_conflicts: false, allow_merge_commits: true, allow_rebase: true },
    ...{
      allow_rebase_explicit: true,
      allow_squash_merge: true,
      default_merge_style: "merge",
      avatar_url: "",
      internal: false,
    },
    ...{ default_delete_branch_after_merge: false, default_allow_maintainer_edit: false },
  };
}

/** A repository with the numbers of what it has. */
function counted(tables: Tables, repository: JsonObject): JsonObject {
  const open = rowsIn(tables, "issue", repository).filter(({ state }) => state === "open").length;
  return { ...repository, open_issues_count: open, release_counter: rowsIn(tables, "release", repository).length };
}

/** Repositories, and the user of the key. */
export const REPOSITORIES: Service<Tables>["handlers"] = {
  userGetCurrent: () => json(200, userOf(ME)),
  userCurrentListRepos: (request, tables) => paged(request, tables.rows("repository"), (row) => counted(tables, row)),
  createCurrentUserRepo(request, tables) {
    const fields = bodyOf(request, CREATE, ["name"]);
    const name = String(fields.name);
    assertName(name);
    if (tables.find("repository", keyOf(name)))
      throw new Rejection(409, "The repository with the same name already exists.");
    if (String(fields.description ?? "").length > 2048) throw unprocessable("[Description]: MaxSize");
    if (String(fields.default_branch ?? "").length > 100) throw unprocessable("[DefaultBranch]: MaxSize");
    return json(
      201,
      counted(tables, tables.put("repository", keyOf(name), newRepository(tables.nextNumber(), name, fields))),
    );
  },
  repoGet: (request, tables) => json(200, counted(tables, repositoryOf(request, tables))),
  repoEdit(request, tables) {
    const repository = repositoryOf(request, tables);
    const { internal_tracker, ...fields } = bodyOf(request, EDIT);
    const before = String(repository.name);
    const name = String(fields.name ?? before);
    if (fields.name !== undefined) assertName(name);
    if (keyOf(name) !== keyOf(before) && tables.find("repository", keyOf(name)))
      throw unprocessable("repo name is already taken");
    if (String(fields.description ?? "").length > 2048) throw unprocessable("[Description]: MaxSize");
    if (String(fields.website ?? "").length > 1024) throw unprocessable("[Website]: MaxSize");
    if (fields.default_merge_style !== undefined && !MERGE_STYLES.includes(String(fields.default_merge_style))) {
      throw unprocessable(`default_merge_style must be one of ${MERGE_STYLES.join(", ")}`);
    }
    if (
      fields.default_branch !== undefined &&
      fields.default_branch !== repository.default_branch &&
      repository.empty !== true
    ) {
      throw unprocessable("the default_branch does not exist");
    }
    const tracker = { ...asObject(repository.internal_tracker ?? {}), ...asObject(internal_tracker ?? {}) };
    const after = {
      ...repository,
      ...fields,
      internal_tracker: tracker,
      full_name: `${ME}/${name}`,
      updated_at: now(),
    };
    if (keyOf(name) !== keyOf(before)) tables.remove("repository", keyOf(before));
    return json(200, counted(tables, tables.put("repository", keyOf(name), after)));
  },
  repoDelete(request, tables) {
    const repository = repositoryOf(request, tables);
    for (const table of ["label", "milestone", "issue", "comment", "release"]) {
      for (const row of rowsIn(tables, table, repository))
        tables.remove(table, `${repository.id}/${row.number ?? row.id}`);
    }
    tables.remove("repository", keyOf(String(repository.name)));
    return empty(204);
  },
};
