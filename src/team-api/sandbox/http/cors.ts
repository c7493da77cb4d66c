import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { CHOICE_HEADER } from "./apply-conditions.js";

/** The response headers that scripts of other origins may read (Fetch, section 3.3.5). */
export const EXPOSED_HEADERS = ["x-request-id", "www-authenticate", "allow", "retry-after", CHOICE_HEADER];

/** Allows every origin. That is safe because no browser adds an API key to a request automatically. */
export async function addCors(app: FastifyInstance, document: OpenApiDocument): Promise<void> {
  await app.register(cors, {
    origin: "*",
    exposedHeaders: EXPOSED_HEADERS,
    methods: [...new Set(operationsOf(document).map(({ method }) => method.toUpperCase()))],
    maxAge: 600,
    // An OPTIONS request that is not a preflight gets the same response.
    strictPreflight: false,
  });
}
