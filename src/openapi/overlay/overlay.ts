import type { Json } from "../document/document.js";

/** One change of a document (Action Object, Overlay 1.0.0, 4.4.3). */
export interface OverlayAction {
  /** A JSONPath. */
  target: string;
  description?: string;
  /** Merged into the target. */
  update?: Json;
  /** Whether the target is removed. */
  remove?: boolean;
}

/** Changes of a document (Overlay Specification 1.0.0). */
export interface Overlay {
  overlay: string;
  info: { title: string; version: string };
  actions: OverlayAction[];
}

/** A JSONPath to a place of a document, of the names of its JSON pointer. */
export function pathOf(names: readonly string[], isIndex: (position: number) => boolean = () => false): string {
  const steps = names.map((name, position) => {
    if (isIndex(position)) return `[${name}]`;
    if (/^[A-Za-z_]\w*$/.test(name)) return `.${name}`;
    return `['${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
  });
  return `$${steps.join("")}`;
}
