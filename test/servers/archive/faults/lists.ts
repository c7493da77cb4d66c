import type { Json, JsonObject } from "#openapi/document/document.js";
import { inBodies, inItems, inValidQuery, within } from "../../change.js";
import type { Variation } from "../../service.js";
import { lists, pageOf, sizeOf } from "../listing.js";
import { projectIdIn } from "../paths.js";
import { sorted } from "../selected-projects.js";
import type { ArchiveState } from "../state.js";
import { after } from "./after.js";

const inMeta = (operation: string, change: (meta: JsonObject) => JsonObject) =>
  inBodies([operation], (body) => within(body, "meta", change));

/** A moment in milliseconds. */
function momentOf(value: Json | undefined): number {
  return Date.parse(String(value));
}

function isOwnedBy(owner: string | null) {
  return ({ ownerId }: JsonObject) => String(ownerId).toLowerCase() === owner?.toLowerCase();
}

/** What a server remembers of the projects: their first status, and the deleted ones. */
interface Remembered {
  statuses: Map<number, string>;
  deleted: JsonObject[];
}

const remembered = new WeakMap<ArchiveState, Remembered>();

function rememberedBy(state: ArchiveState): Remembered {
  const known = remembered.get(state) ?? { statuses: new Map<number, string>(), deleted: [] };
  remembered.set(state, known);
  return known;
}

/** Servers whose lists and pages contradict archive.yaml, other pages or single items. */
export const LIST_FAULTS: Variation<ArchiveState>[] = [
  // Pages.
  {
    title: "lists the first page of projects for every page",
    needsTwo: true,
    respond: lists("listProjects", { start: () => 0 }),
  },
  { title: "ignores perPage", respond: inValidQuery("listProjects", (query) => query.delete("perPage")) },
  {
    title: "begins each page after the first with the last project of the page before",
    needsTwo: true,
    respond: lists("listProjects", { start: (query) => Math.max(0, (pageOf(query) - 1) * sizeOf(query) - 1) }),
  },
  {
    title: "omits a note between two pages of notes",
    needsTwo: true,
    respond: lists("listNotes", { start: (query) => (pageOf(query) - 1) * (sizeOf(query) + 1) }),
  },
  {
    title: "skips ten projects a page, whatever perPage",
    needsTwo: true,
    respond: lists("listProjects", { start: (query) => (pageOf(query) - 1) * 10 }),
  },
  // Totals.
  {
    title: "counts one project too many in the total",
    needsTwo: true,
    respond: inMeta("listProjects", (meta) => ({ ...meta, total: Number(meta.total) + 1 })),
  },
  {
    title: "counts deleted projects in the total",
    needsTwo: true,
    respond: (request, next, context) => {
      const count = context.state.lastProject - context.state.projects.size;
      return inMeta("listProjects", (meta) => ({ ...meta, total: Number(meta.total) + count }))(request, next, context);
    },
  },
  {
    title: "counts all projects in the total of a list of one status",
    respond: (request, next, context) => {
      const total = context.state.projects.size;
      const isFiltered = request.query.has("status");
      return isFiltered ? inMeta("listProjects", (meta) => ({ ...meta, total }))(request, next, context) : next();
    },
  },
  {
    title: "says that every page of files is the first one",
    respond: inMeta("listFiles", (meta) => ({ ...meta, page: 1 })),
  },
  // Filters.
  { title: "ignores the status", respond: inValidQuery("listProjects", (query) => query.delete("status")) },
  { title: "ignores updatedSince", respond: inValidQuery("listProjects", (query) => query.delete("updatedSince")) },
  {
    title: "lists every second project of an owner only",
    needsTwo: true,
    respond: lists("listProjects", {
      parameter: "ownerId",
      select: (all, { query }) => all.filter(isOwnedBy(query.get("ownerId"))).filter((_, index) => index % 2 === 0),
    }),
  },
  {
    title: "compares updatedSince with the creation of projects",
    needsTwo: true,
    respond: lists("listProjects", {
      parameter: "updatedSince",
      select: (all, { query }) =>
        all.filter(({ createdAt }) => momentOf(createdAt) >= momentOf(query.get("updatedSince"))),
    }),
  },
  {
    title: "leaves out projects that were changed exactly at updatedSince",
    needsTwo: true,
    respond: lists("listProjects", {
      parameter: "updatedSince",
      select: (all, { query }) =>
        all.filter(({ updatedAt }) => momentOf(updatedAt) > momentOf(query.get("updatedSince"))),
    }),
  },
  {
    title: "does not list a project by a status that it got later",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { statuses } = rememberedBy(context.state);
      for (const [id, { status }] of context.state.projects) if (!statuses.has(id)) statuses.set(id, `${status}`);
      return lists("listProjects", {
        parameter: "status",
        select: (all, { query }) =>
          all.filter(({ id, status }) => status === query.get("status") && statuses.get(Number(id)) === status),
      })(request, next, context);
    },
  },
  // Order.
  {
    title: "lists projects by name in the ascending order only",
    respond: inValidQuery("listProjects", (query) => {
      if (query.get("sort") === "-name") query.set("sort", "name");
    }),
  },
  {
    title: "sorts the projects of each page, and not all of them",
    needsTwo: true,
    respond: async (request, next, context) => {
      const sort = request.query.get("sort");
      if (context.operation !== "listProjects" || sort === null || (await context.violation())) return next();
      const query = new URLSearchParams(request.query);
      query.delete("sort");
      return inItems("listProjects", "data", (items) => sorted(items, sort))(
        request,
        () => next({ ...request, query }),
        context,
      );
    },
  },
  // Items.
  {
    title: "lists every project with the same description",
    needsTwo: true,
    respond: inItems("listProjects", "data", (items) => items.map((each) => ({ ...each, description: "A project." }))),
  },
  {
    title: "does not list created projects",
    needsTwo: true,
    respond: lists("listProjects", { select: (all) => all.filter(({ id }) => Number(id) <= 13) }),
  },
  {
    title: "does not list uploaded files",
    needsTwo: true,
    respond: lists("listFiles", { select: (all) => all.filter(({ id }) => String(id).startsWith("e1f6a3d0")) }),
  },
  {
    title: "still lists deleted projects, which it does not find",
    needsTwo: true,
    respond: async (request, next, context) => {
      const { deleted } = rememberedBy(context.state);
      const add = after(["deleteProject"], ({ before }) => {
        const project = before.projects.get(projectIdIn(request));
        if (project) deleted.push(project);
        return undefined;
      });
      if (context.operation === "deleteProject") return add(request, next, context);
      const isPlain = !["status", "ownerId", "updatedSince", "sort"].some((name) => request.query.has(name));
      return isPlain
        ? lists("listProjects", { select: (all) => [...all, ...deleted] })(request, next, context)
        : next();
    },
  },
  {
    title: "lists the notes of other projects as notes of the requested one",
    needsTwo: true,
    respond: lists("listNotes", {
      select: (_, request, { notes }) =>
        [...notes.values()].map((note) => ({ ...note, projectId: projectIdIn(request) })),
    }),
  },
  {
    title: "lists the notes with the text that they had first",
    needsTwo: true,
    respond: async (request, next, context) => {
      const texts = noteTexts.get(context.state) ?? new Map<string, string>();
      noteTexts.set(context.state, texts);
      const response = await next();
      for (const [id, { text }] of context.state.notes) if (!texts.has(id)) texts.set(id, String(text));
      return inItems("listNotes", "data", (items) =>
        items.map((each) => ({ ...each, text: texts.get(String(each.id)) ?? null })),
      )(request, async () => response, context);
    },
  },
];

/** The first texts of the notes of a server. */
const noteTexts = new WeakMap<ArchiveState, Map<string, string>>();
