import type { Change } from "./change.js";

/** A server that differs from the sandbox by several changes at once. Each changes what the ones before it left. */
export function together(...changes: readonly Change[]): Change {
  return {
    id: changes.map(({ id }) => id).join("-and-"),
    title: changes.map(({ title }) => title).join(" "),
    breaks: changes.flatMap(({ breaks = [] }) => breaks),
    rows: Math.max(...changes.map(({ rows = 45 }) => rows)),
    async request(request, tools) {
      let changed = request;
      for (const change of changes) {
        const next = (await change.request?.(changed, tools)) ?? changed;
        if ("status" in next) return next;
        changed = next;
      }
      return changed;
    },
    async answer(answer, request, tools) {
      let changed = answer;
      for (const change of changes) changed = (await change.answer?.(changed, request, tools)) ?? changed;
      return changed;
    },
    async socket(request, response, tools) {
      for (const change of changes) if (await change.socket?.(request, response, tools)) return true;
      return false;
    },
  };
}
