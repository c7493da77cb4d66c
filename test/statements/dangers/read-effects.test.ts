import { expect, test } from "vitest";
import { operationsOf } from "#openapi/operations/operations.js";
import { speaksOfEffect } from "#statements/dangers/read-effects.js";
import { documentOf } from "#test/verify/small-document.js";

/** Whether a GET at a path says that it does something. */
function acts(path: string, summary: string): boolean {
  const get = { summary, responses: { "200": { description: "Done." } } };
  const [operation] = operationsOf(documentOf({ [path]: { get } }));
  if (!operation) throw new Error("The document has one operation.");
  return speaksOfEffect(operation);
}

test.each([
  ["/register", "Démarrer le concours"],
  ["/register", "Starten der Prüfung"],
  ["/register", "Iniciar el concurso"],
  ["/register", "Avviare la gara"],
  ["/register", "Ativar o registo"],
  ["/caches/vider", "The cache"],
  ["/register", "Restart the server"],
  ["/stop-server", "The server"],
  ["/jobs/{id}/run_again", "The job"],
  ["/sendMail", ""],
  ["/cache/rebuildNow", ""],
])("GET %s with the summary %j does something", (path, summary) => {
  expect(acts(path, summary)).toBe(true);
});

test.each([
  ["/starts", "List the starts"],
  ["/register", "The register of all contests"],
  ["/stops/{id}", "One stop"],
  ["/import-jobs", "Jobs"],
  ["/run-history", "The contests so far"],
  ["/importStatus", ""],
  ["/archive-entries", ""],
  ["/stop-server", "Get whether the server stops"],
  ["/start-dates/{id}", ""],
])("GET %s with the summary %j reads", (path, summary) => {
  expect(acts(path, summary)).toBe(false);
});
