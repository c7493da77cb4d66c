import type { Answer, Asked, Change } from "./change.js";

/** A server that differs from the sandbox by several changes at once. Each changes what the ones before it left. */
export function together(...changes: readonly Change[]): Change {
  return observed(changes, () => {});
}

/**
 * The same, and reports the changes that have an effect.
 *
 * @param onEffect called with each change that changes a request or an answer
 */
export function observed(changes: readonly Change[], onEffect: (change: Change) => void): Change {
  return {
    id: changes.map(({ id }) => id).join("-and-"),
    title: changes.map(({ title }) => title).join(" "),
    breaks: changes.flatMap(({ breaks = [] }) => breaks),
    rows: Math.max(...changes.map(({ rows = 45 }) => rows)),
    async request(request, tools) {
      let changed = request;
      for (const change of changes) {
        const before = written(changed);
        const next = (await change.request?.(changed, tools)) ?? changed;
        if (written(next) !== before) onEffect(change);
        if ("status" in next) return next;
        changed = next;
      }
      return changed;
    },
    async answer(answer, request, tools) {
      let changed = answer;
      for (const change of changes) {
        const before = written(changed);
        changed = (await change.answer?.(changed, request, tools)) ?? changed;
        if (written(changed) !== before) onEffect(change);
      }
      return changed;
    },
    async socket(request, response, tools) {
      for (const change of changes) {
        if (!(await change.socket?.(request, response, tools))) continue;
        onEffect(change);
        return true;
      }
      return false;
    },
  };
}

function written(message: Asked | Answer): string {
  return JSON.stringify("query" in message ? { ...message, query: `${message.query}` } : message);
}
