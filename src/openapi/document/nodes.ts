import { walkWithData } from "./walk.js";

/** The objects and lists of a parsed file, each once: an alias in YAML is the same object as the part that it stands for. */
export function nodesIn(content: unknown): Set<object> {
  const nodes = new Set<object>();
  walkWithData(content, ({ node }) => !nodes.has(node) && nodes.add(node));
  return nodes;
}
