/** A name as a key of YAML, quoted where YAML needs it. */
export function yamlKey(name: string): string {
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name);
}
