/** Sets globals, and returns a function that restores them: other test files share them. */
export function replaceGlobals(values: Readonly<Record<string, unknown>>): () => void {
  const former = Object.keys(values).map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  for (const [name, value] of Object.entries(values)) {
    // Later versions of Node have a navigator that cannot be assigned.
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return () => {
    for (const [name, descriptor] of former) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  };
}
