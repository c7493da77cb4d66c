import { randomUUID } from "node:crypto";
import type { JsonObject } from "#openapi/document/document.js";
import { type ArchiveState, type ExportJob, now, storeFile } from "./state.js";

const RESULTS: Record<string, { type: string; write(project: JsonObject, notes: JsonObject[]): string }> = {
  json: { type: "application/json", write: (project, notes) => JSON.stringify({ project, notes }) },
  csv: { type: "text/csv", write: (project, notes) => [project, ...notes].map(rowOf).join("\r\n") },
};

function rowOf(item: JsonObject): string {
  return Object.values(item)
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .map((text) => `"${text.replaceAll('"', '""')}"`)
    .join(",");
}

/** Ends an export, and stores its result as a file. */
export function finishExport(state: ArchiveState, found: ExportJob): void {
  const { projectId, format } = found.job;
  const project = state.projects.get(Number(projectId));
  const result = RESULTS[String(format)];
  if (!project || !result) {
    found.job = { ...found.job, status: "failed" };
    return;
  }
  const notes = [...state.notes.values()].filter((note) => found.includeNotes && note.projectId === projectId);
  const id = randomUUID();
  const bytes = Buffer.from(result.write(project, notes));
  const shown = { id, title: `Export of ${project.name}`, name: `project.${format}`, createdAt: now(state) };
  storeFile(state, shown, { type: result.type, bytes });
  found.job = { ...found.job, status: "done", resultUrl: `/files/${id}/content` };
}
