/**
 * Modules of ours in the place of some that Prism loads and the mock does not use. One is its generator with the locales of
 * faker. Another is the reader of Postman collections, which has a faker of its own. The last one is a `URL` for versions of
 * Node without one. They take longer to load than all other parts of Prism.
 */
export const STAND_INS: Readonly<Record<string, object>> = {
  "@faker-js/faker": { default: {} },
  "json-schema-faker": {
    JSONSchemaFaker: {
      extend() {},
      option() {},
      /** The schemas are those of `generator.ts`: each is the constant that it has made. */
      generate: ({ const: value, reason }: { const?: unknown; reason?: string }) => {
        if (reason !== undefined) throw new Error(reason);
        return value;
      },
    },
  },
  "whatwg-url": { URL },
  "@stoplight/http-spec/postman/operation": {
    transformPostmanCollectionOperations: () => {
      throw new Error("The mock serves OpenAPI documents, not Postman collections.");
    },
  },
};
