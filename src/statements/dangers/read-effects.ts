import { wordsOf } from "#openapi/document/words.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { plainName } from "#statements/names.js";
import { endsInParameter } from "../resources/path-parameters.js";
import { lastNoun, wordSet } from "./action-words.js";

/** Verbs that end or destroy something, wherever they lead a name. */
const CERTAIN = wordSet(`
  delete destroy erase flush kill logoff logout poweroff purge reboot restart shutdown signoff signout terminate truncate
  uninstall unregister unsubscribe wipe
  abmelden abschalten ausloggen beenden entfernen herunterfahren leeren loeschen loschen neustarten zuruecksetzen zurucksetzen
  arreter deconnecter deconnexion effacer purger redemarrer reinitialiser supprimer vider
  apagar borrar cerrar desconectar detener eliminar purgar reiniciar restablecer vaciar
  desligar encerrar esvaziar excluir redefinir remover sair
  cancellare disconnettere elimina eliminare riavviare reimpostare spegnere svuotare
`);

/**
 * Verbs that start or change something, and that are nouns as well. They count where nothing says that the request reads.
 */
const LIKELY = wordSet(`
  abort activate approve drop archive cancel clear close confirm deactivate deploy disable enable execute halt import invoke
  lock migrate pause publish rebuild recalculate reindex reject reload remove reset restore resume revoke rollback rotate run
  send start stop subscribe sync toggle trigger unlock unpublish upgrade
  abbrechen aktivieren ausfuehren ausfuhren deaktivieren sperren starten stoppen
  activer annuler bloquer declencher demarrer desactiver executer lancer relancer
  activar anular arrancar bloquear cancelar desactivar ejecutar iniciar lanzar
  acionar ativar desativar executar
  annullare attivare avviare bloccare disattivare eseguire fermare
`);

/** Things whose names begin with such a verb, as `run-history` does. */
const THINGS = wordSet(`
  code config configuration count data date detail doc documentation error file format history id index info job key limit list log map
  metadata mode name number option page plan point policy progress queue rate record report result rule schedule setting size
  state statistic stats status summary task template time timestamp token type url version
`);

/** Verbs of requests that read. */
const READING = wordSet(`
  check count describe download exists export fetch find get has head is list load look lookup peek preview query read
  retrieve return search see show stat status stream tail test validate verify view watch
`);

/** Verbs of requests that read, whatever their method is. */
const READING_ALONE = wordSet("calculate compute count describe estimate fetch get preview query retrieve search");

/** Whether the operationId or the summary of a POST says that it only reads: `getTotals`, "Calculates the shipping costs". */
export function speaksOfReading({ operationId = "", summary }: Operation): boolean {
  const [ofId = ""] = plainWords(operationId);
  const [ofSummary = ""] = plainWords(summary);
  return READING_ALONE.has(ofId) || formsOf(ofSummary).some((form) => READING_ALONE.has(form));
}

/**
 * Whether the path, the operationId or the summary of a GET says that it does something: `/logout`, `/cache/flush`,
 * `unsubscribeUser`. GET ought to be safe (RFC 9110, 9.2.1), and is not on every server.
 */
export function speaksOfEffect({ path, operationId = "", summary }: Operation): boolean {
  const last = plainWords(lastNoun(path));
  const [ofPath = "", object = ""] = last;
  const [ofId = ""] = plainWords(operationId);
  const [ofSummary = ""] = plainWords(summary);
  const isReading = READING.has(ofId) || formsOf(ofSummary).some((form) => READING.has(form));
  const isOfAll = last.length === 2 && ["all", "everything", "now"].includes(object);
  if ((last.length === 1 && CERTAIN.has(ofPath)) || (isOfAll && LIKELY.has(ofPath))) return true;
  if (isReading) return false;
  // `cache.flush`, and `cache-flush`
  const ofName = /[^\p{L}\d]/u.test(operationId) ? plainWords(operationId).slice(-1) : [];
  const verbs = [ofId, ...ofName, ...formsOf(ofSummary)];
  if ([ofPath, ...verbs].some((verb) => CERTAIN.has(verb))) return true;
  // `/stops/{id}` and `/stop/{id}` name a thing, `/import-jobs` many, and `/stop-server` names an act.
  const isAct = last.length === 1 || (last.length === 2 && !THINGS.has(object) && !/[^s]s$/.test(object));
  const inPath = isAct && !endsInParameter(path) ? [ofPath] : [];
  return [...inPath, ...verbs].some((verb) => LIKELY.has(verb));
}

/** The words of a name or a sentence, without accents. */
function plainWords(text: string): string[] {
  return wordsOf(text.normalize("NFD").replace(/\p{M}/gu, ""));
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
