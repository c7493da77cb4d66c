/** The names of the parameters in a path template (Paths Object, OpenAPI 3.1, 4.8.8.2). */
export function templateNames(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}
