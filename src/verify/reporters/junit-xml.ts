import { representable } from "./characters.js";

// Parts of a JUnit report, as Jenkins' schema (junit-10.xsd) admits them.

/** A moment without a time zone, as the schema of Ant and its readers want it. It is UTC. */
export function junitTimestamp(date: string): string {
  return date.slice(0, "2026-11-22T10:00:00".length);
}

/** The attributes of an element. */
export function attributes(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value)).replace(/[\t\n]/g, reference)}"`)
    .join(" ");
}

/**
 * Escaped for text, and for attributes in double quotes. A bare `>` may not follow `]]` (XML 1.0, 2.4). A parser turns a
 * bare carriage return into a line feed (2.11). It turns white space of an attribute into spaces (3.3.3).
 */
export function escaped(text: string): string {
  return representable(text).replace(/[&<>"\r]/g, reference);
}

function reference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
