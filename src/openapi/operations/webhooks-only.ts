import { asObject, type OpenApiDocument } from "../document/document.js";

/** Whether a document describes requests to its readers alone: no server can be tested or mocked by it. */
export function describesWebhooksOnly({ paths, webhooks }: OpenApiDocument): boolean {
  return (
    Object.keys(asObject(webhooks)).length > 0 && !Object.keys(asObject(paths)).some((path) => path.startsWith("/"))
  );
}
