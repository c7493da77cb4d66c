import { createRequire, Module } from "node:module";

/**
 * Puts modules of ours in the place of some that Prism loads and the mock does not use: the generator of Prism with the
 * locales of faker, and the reader of Postman collections, which has a faker of its own. They take longer to load than all
 * other parts of Prism. Import this module before Prism.
 */
const requireHere = createRequire(import.meta.url);
const requireAsPrism = createRequire(requireHere.resolve("@stoplight/prism-http"));

/** @throws Error if Prism has no such module: its parts have exact versions, so another layout is a wrong installation */
function standIn(name: string, exports: unknown): void {
  const path = pathOf(name);
  const module = new Module(path);
  Object.assign(module, { exports, loaded: true, filename: path });
  requireHere.cache[path] ??= module;
}

function pathOf(name: string): string {
  try {
    return requireAsPrism.resolve(name);
  } catch (error) {
    const { version } = requireHere("@stoplight/prism-http/package.json");
    const message = `Prism ${version} does not have ${name}, which the mock replaces. Install the versions that package.json names.`;
    throw new Error(message, { cause: error });
  }
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
standIn("@stoplight/http-spec/postman/operation", {
  transformPostmanCollectionOperations: () => {
    throw new Error("The mock serves OpenAPI documents, not Postman collections.");
  },
});
