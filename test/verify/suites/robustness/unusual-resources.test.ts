import { describe, expect, test } from "vitest";
import { sample } from "#test/sample.js";
import { verifyServer } from "#test/verify/small-document.js";
import { PROJECT_PATHS, type ProjectFault, projectServer } from "./projects-server.js";

const settings = { hasExampleData: false, settle: 50 };

/** Servers that fail for resources of one kind, and the operation that fails. */
const FAULTS: readonly (readonly [what: string, fails: ProjectFault, operation: string])[] = [
  [
    "an action on a resource of another member of an enum",
    ({ operation, project }) => operation === "POST invitations" && project?.visibility === "private",
    "POST /projects/{id}/invitations",
  ],
  [
    "a read of a resource that was created without its optional fields",
    ({ operation, project }) => operation === "GET summary" && project !== undefined && project.labels === undefined,
    "GET /projects/{id}/summary",
  ],
  [
    "an addition to a resource with a flag",
    ({ operation, project }) => operation === "POST tasks" && project?.isTemplate === true,
    "POST /projects/{id}/tasks",
  ],
  [
    "a list of which one item names a removed one",
    ({ operation, tasks }) =>
      operation === "GET tasks" &&
      [...tasks.values()].some(({ dependsOn }) => dependsOn !== null && !tasks.has(Number(dependsOn))),
    "GET /projects/{id}/tasks",
  ],
  [
    "a creation with a name that is taken",
    ({ operation, isTaken }) => operation === "POST projects" && isTaken,
    "POST /projects",
  ],
  [
    "a read below a resource that became another kind",
    ({ operation, project, tasks }) => operation === "GET task" && project?.visibility === "internal" && tasks.size > 0,
    "GET /projects/{id}/tasks/{task}",
  ],
  [
    "a removal of a resource to which others belong",
    ({ operation, tasks }) => operation === "DELETE project" && tasks.size > 0,
    "DELETE /projects/{id}",
  ],
  [
    "a name of signs alone",
    ({ operation, body }) =>
      operation === "PATCH project" && typeof body.name === "string" && !/[\p{L}\p{N}]/u.test(body.name),
    "PATCH /projects/{id}",
  ],
];

describe("a run finds a server error of", () => {
  test.each(sample(FAULTS, 3))("%s", async (_, fails, operation) => {
    const { titles } = await verifyServer(PROJECT_PATHS, projectServer(fails), settings);
    expect(
      titles.filter((title) => title.startsWith(`${operation} `) || title.includes(` ${operation} `)),
    ).toHaveLength(1);
  });
});

test("a server that rejects what it does not do has no cause", async () => {
  const { titles } = await verifyServer(PROJECT_PATHS, projectServer(), settings);
  // The document does not say what `dependsOn` names.
  expect(titles).toEqual([expect.stringMatching(/rejects a body with dependsOn with 422/)]);
});
