import { wordsOf } from "#openapi/document/words.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { plainName } from "#verify/relations/names.js";

/** Verbs that end or destroy something, wherever they lead a name. */
const CERTAIN = wordSet(`
  delete destroy erase flush kill logoff logout poweroff purge reboot restart shutdown signoff signout terminate truncate
  uninstall unregister unsubscribe wipe
  abmelden ausloggen herunterfahren loeschen löschen neustarten
  deconnexion déconnexion déconnecter redemarrer redémarrer supprimer vider
  apagar borrar desconectar eliminar reiniciar
  desligar encerrar excluir sair
  disconnetti elimina riavvia spegni
`);

/** Verbs that start or change something, and that are nouns as well: they count where nothing says that the request reads. */
const LIKELY = wordSet(`
  abort activate approve archive cancel clear close confirm deactivate deploy disable enable execute halt import invoke
  lock migrate pause publish rebuild recalculate reindex reject reload remove reset restore resume revoke rollback rotate run
  send start stop subscribe sync toggle trigger unlock unpublish upgrade
`);

/** Verbs of requests that read. */
const READING = wordSet(`
  check count describe download exists export fetch find get has head is list load look lookup peek preview query read
  retrieve return search see show stat status stream tail test validate verify view watch
`);

/**
 * Whether the path, the operationId or the summary of a GET says that it does something: `/logout`, `/cache/flush`,
 * `unsubscribeUser`. GET ought to be safe (RFC 9110, 9.2.1), and is not on every server.
 */
export function speaksOfEffect({ path, operationId = "", summary }: Operation): boolean {
  const last = wordsOf(path.split("/").findLast((segment) => segment !== "" && !segment.startsWith("{")) ?? "");
  const [ofPath = ""] = last;
  const [ofId = ""] = wordsOf(operationId);
  const [ofSummary = ""] = wordsOf(summary);
  const isReading = READING.has(ofId) || formsOf(ofSummary).some((form) => READING.has(form));
  if (last.length === 1 && CERTAIN.has(ofPath)) return true;
  if (isReading) return false;
  // `cache.flush`, and `cache-flush`
  const ofName = /[^\p{L}\d]/u.test(operationId) ? wordsOf(operationId).slice(-1) : [];
  const verbs = [ofId, ...ofName, ...formsOf(ofSummary)];
  if ([ofPath, ...verbs].some((verb) => CERTAIN.has(verb))) return true;
  // `/stops/{id}` and `/stop/{id}` name a thing.
  const inPath = last.length === 1 && !path.endsWith("}") ? [ofPath] : [];
  return [...inPath, ...verbs].some((verb) => LIKELY.has(verb));
}

/** Whether a parameter of a GET says what the request does: `?action=delete`. */
export function choosesEffect({ in: place, name }: Pick<Parameter, "in" | "name">): boolean {
  return (
    place === "query" && /^(act|action|cmd|command|do|doaction|method|op|operation|task|verb)$/.test(plainName(name))
  );
}

/** A word of a sentence, and the verbs of which it may be the third person. */
function formsOf(word: string): string[] {
  return [word, word.replace(/s$/, ""), word.replace(/es$/, "")];
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
