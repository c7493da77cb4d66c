import { createRequire, Module } from "node:module";

/**
 * Puts modules of ours in the place of two that Prism loads for its generator, which is not used: loading faker with its
 * locales, and json-schema-faker, takes a third of a second. Import this module before Prism.
 */
const requireHere = createRequire(import.meta.url);
const requireAsPrism = createRequire(requireHere.resolve("@stoplight/prism-http"));

function standIn(name: string, exports: unknown): void {
  const path = requireAsPrism.resolve(name);
  const module = new Module(path);
  Object.assign(module, { exports, loaded: true, filename: path });
  requireHere.cache[path] ??= module;
}

standIn("@faker-js/faker", { default: {} });
standIn("json-schema-faker", {
  JSONSchemaFaker: {
    extend() {},
    option() {},
    /** The schemas are those of `generator.ts`: each is the constant that it has made. */
    generate: ({ const: value, reason }: { const?: unknown; reason?: string }) => {
      if (reason !== undefined) throw new Error(reason);
      return value;
    },
  },
});
