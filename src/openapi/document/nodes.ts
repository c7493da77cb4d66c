/** The objects and lists of a parsed file, each once: an alias in YAML is the same object as the part that it stands for. */
export function nodesIn(content: unknown): Set<object> {
  const nodes = new Set<object>();
  const pending = [content];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== "object" || node === null || nodes.has(node)) continue;
    nodes.add(node);
    // Not all at once: a list may have more items than a call has arguments.
    for (const member of Object.values(node)) pending.push(member);
  }
  return nodes;
}
