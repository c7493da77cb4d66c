import type { JsonObject } from "#openapi/document/document.js";
import { declared, INTEGER, listOf, objectOf } from "../document.js";
import { laravel, zod } from "./more-words.js";
import type { Rules } from "./rules.js";
import { classValidator, pydantic, spring, type Words } from "./words.js";

/** Resources of one kind, which one framework validates. */
export interface Family {
  name: string;
  /** As it occurs in the names of operations. */
  one: string;
  words: Words;
  rules: Rules;
}

export const FAMILIES: readonly Family[] = [
  {
    name: "labels",
    one: "Label",
    words: pydantic,
    rules: {
      name: { type: "string", isRequired: true, minLength: 3, maxLength: 12 },
      color: { type: "string", isRequired: true, pattern: "^#[0-9a-f]{6}$" },
      weight: { type: "integer", minimum: 1, maximum: 5 },
      scope: { type: "string", isRequired: true, values: ["task", "sprint", "member"] },
    },
  },
  {
    name: "projects",
    one: "Project",
    words: spring,
    rules: {
      key: { type: "string", isRequired: true, pattern: "[A-Z]{2,5}", isUnique: true },
      title: { type: "string", isRequired: true, minLength: 5, maxLength: 25 },
      priority: { type: "integer", isRequired: true, minimum: 1, maximum: 3 },
    },
  },
  {
    name: "tasks",
    one: "Task",
    words: classValidator,
    rules: {
      title: { type: "string", isRequired: true, minLength: 2, maxLength: 20 },
      status: { type: "string", isRequired: true, values: ["todo", "doing", "done"] },
      points: { type: "integer", minimum: 0, maximum: 13 },
      due: { type: "string", format: "date" },
      projectId: { type: "integer", isRequired: true, refersTo: "projects" },
    },
  },
  {
    name: "sprints",
    one: "Sprint",
    words: zod,
    rules: {
      goal: { type: "string", isRequired: true, minLength: 4, maxLength: 30 },
      days: { type: "integer", isRequired: true, minimum: 5, maximum: 30 },
      pace: { type: "string", isRequired: true, values: ["slow", "usual", "fast"] },
      starts: { type: "string", format: "date" },
    },
  },
  {
    name: "members",
    one: "Member",
    words: laravel,
    rules: {
      full_name: { type: "string", isRequired: true, minLength: 2, maxLength: 30 },
      email: { type: "string", isRequired: true, format: "email", isUnique: true },
      hours_a_week: { type: "integer", isRequired: true, minimum: 4, maximum: 40 },
      is_guest: { type: "boolean" },
    },
  },
];

/** What the document says of a family: names and types. */
function pathsOf({ name, one, rules }: Family): JsonObject {
  const fields = Object.fromEntries(Object.entries(rules).map(([field, { type }]) => [field, { type }]));
  const required = Object.keys(rules).filter((field) => rules[field]?.isRequired);
  const shown = objectOf({ id: INTEGER, ...fields }, ["id", ...required]);
  const body = objectOf(fields);
  const id = `/${name}/{id}`;
  return {
    [`/${name}`]: {
      get: declared(`/${name}`, {
        id: `list${one}s`,
        query: { limit: INTEGER },
        success: [200, listOf(shown)],
        rejects: [400, 422],
      }),
      post: declared(`/${name}`, { id: `create${one}`, body, success: [201, shown], rejects: [400, 422] }),
    },
    [id]: {
      get: declared(id, { id: `get${one}`, success: [200, shown], rejects: [404] }),
      patch: declared(id, { id: `update${one}`, body, success: [200, shown], rejects: [400, 404, 422] }),
      delete: declared(id, { id: `delete${one}`, success: [204], rejects: [404] }),
    },
  };
}

export const BOARD_PATHS: JsonObject = Object.assign({}, ...FAMILIES.map(pathsOf));
