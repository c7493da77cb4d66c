import type { JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { bodyOf, keyIn, ME, now, paged, repositoryOf, rowsIn, shown, unprocessable, userOf } from "./requests.js";

const RELEASE = ["body", "draft", "name", "prerelease", "tag_name", "target_commitish"];

function commentOf(request: ReadRequest, tables: Tables): JsonObject {
  return tables.get("comment", keyIn(repositoryOf(request, tables), request.path.id ?? 0));
}

const shownComment = ({ issue: _, ...comment }: JsonObject): JsonObject => ({ ...shown(comment), user: userOf(ME) });

function editComment(request: ReadRequest, tables: Tables) {
  const comment = commentOf(request, tables);
  const after = { ...comment, ...bodyOf(request, ["body"], ["body"]), updated_at: now() };
  return json(200, shownComment(tables.put("comment", `${comment.repository_id}/${comment.id}`, after)));
}

function deleteComment(request: ReadRequest, tables: Tables) {
  const comment = commentOf(request, tables);
  tables.remove("comment", `${comment.repository_id}/${comment.id}`);
  return empty(204);
}

/** A new comment of an issue. */
export function newComment(tables: Tables, issue: JsonObject, body: string, time = now()): JsonObject {
  const id = tables.nextNumber();
  const url = `${String(issue.html_url)}#issuecomment-${id}`;
  return {
    ...{
      id,
      repository_id: issue.repository_id ?? 0,
      issue: issue.id ?? 0,
      html_url: url,
      issue_url: issue.html_url ?? "",
    },
    ...{
      pull_request_url: "",
      body,
      created_at: time,
      updated_at: time,
      original_author: "",
      original_author_id: 0,
      assets: [],
    },
  };
}

/** A new release. */
export function newRelease(id: number, repository: JsonObject, fields: JsonObject, time = now()): JsonObject {
  const page = `https://git.example.com/${String(repository.full_name)}`;
  const tag = encodeURIComponent(String(fields.tag_name));
  return {
    ...{
      id,
      repository_id: repository.id ?? 0,
      target_commitish: repository.default_branch ?? "main",
      name: "",
      body: "",
    },
    ...{
      url: `${page}/releases/${id}`,
      html_url: `${page}/releases/tag/${tag}`,
      tarball_url: `${page}/archive/${tag}.tar.gz`,
    },
    ...{
      zipball_url: `${page}/archive/${tag}.zip`,
      draft: false,
      prerelease: false,
      created_at: time,
      published_at: time,
    },
    ...{ assets: [], ...fields },
  };
}

function releaseOf(request: ReadRequest, tables: Tables): JsonObject {
  return tables.get("release", keyIn(repositoryOf(request, tables), request.path.id ?? 0));
}

function releaseOfTag(request: ReadRequest, tables: Tables): JsonObject {
  const found = rowsIn(tables, "release", repositoryOf(request, tables)).find(
    ({ tag_name }) => tag_name === request.path.tag,
  );
  if (!found) throw new Rejection(404, "There is no release of this tag.");
  return found;
}

const shownRelease = (release: JsonObject): JsonObject => ({ ...shown(release), author: userOf(ME) });

function assertTag(tables: Tables, repository: JsonObject, { tag_name }: JsonObject, id = 0): void {
  if (tag_name === undefined) return;
  if (!/^[\w.+-][\w.+/-]*$/.test(String(tag_name)) || String(tag_name).length > 250)
    throw unprocessable("[tag_name]: GitRefName");
  const isTaken = rowsIn(tables, "release", repository).some(
    (release) => release.tag_name === tag_name && release.id !== id,
  );
  if (isTaken) throw new Rejection(409, "Release is has no Tag, or the tag has a release already");
}

/** Comments and releases. */
export const TALK: Service<Tables>["handlers"] = {
  issueGetComments(request, tables) {
    const issue = tables.get("issue", keyIn(repositoryOf(request, tables), request.path.index ?? 0));
    const { since, before } = request.query;
    const comments = tables.rows("comment").filter((comment) => {
      const time = Date.parse(String(comment.updated_at));
      const isInRange =
        (since === undefined || time >= Date.parse(String(since))) &&
        (before === undefined || time <= Date.parse(String(before)));
      return comment.issue === issue.id && isInRange;
    });
    return json(200, comments.map(shownComment));
  },
  issueCreateComment(request, tables) {
    const repository = repositoryOf(request, tables);
    const issue = tables.get("issue", keyIn(repository, request.path.index ?? 0));
    const comment = newComment(tables, issue, String(bodyOf(request, ["body"], ["body"]).body));
    return json(201, shownComment(tables.put("comment", keyIn(repository, comment.id ?? 0), comment)));
  },
  issueGetComment: (request, tables) => json(200, shownComment(commentOf(request, tables))),
  issueEditComment: editComment,
  issueDeleteComment: deleteComment,
  issueEditCommentDeprecated: editComment,
  issueDeleteCommentDeprecated: deleteComment,
  repoListReleases(request, tables) {
    const { draft, "pre-release": prerelease, per_page, limit = per_page } = request.query;
    const rows = rowsIn(tables, "release", repositoryOf(request, tables))
      .toReversed()
      .filter(
        (row) =>
          (draft === undefined || row.draft === draft) && (prerelease === undefined || row.prerelease === prerelease),
      );
    return paged({ ...request, query: { ...request.query, limit } }, rows, shownRelease);
  },
  repoCreateRelease(request, tables) {
    const repository = repositoryOf(request, tables);
    const fields = bodyOf(request, RELEASE, ["tag_name"]);
    assertTag(tables, repository, fields);
    const id = tables.nextNumber();
    return json(201, shownRelease(tables.put("release", keyIn(repository, id), newRelease(id, repository, fields))));
  },
  repoGetRelease: (request, tables) => json(200, shownRelease(releaseOf(request, tables))),
  repoEditRelease(request, tables) {
    const release = releaseOf(request, tables);
    const fields = bodyOf(request, RELEASE);
    assertTag(tables, repositoryOf(request, tables), fields, Number(release.id));
    return json(
      200,
      shownRelease(tables.put("release", `${release.repository_id}/${release.id}`, { ...release, ...fields })),
    );
  },
  repoDeleteRelease(request, tables) {
    const release = releaseOf(request, tables);
    tables.remove("release", `${release.repository_id}/${release.id}`);
    return empty(204);
  },
  repoGetReleaseByTag: (request, tables) => json(200, shownRelease(releaseOfTag(request, tables))),
  repoDeleteReleaseByTag(request, tables) {
    const release = releaseOfTag(request, tables);
    tables.remove("release", `${release.repository_id}/${release.id}`);
    return empty(204);
  },
};
