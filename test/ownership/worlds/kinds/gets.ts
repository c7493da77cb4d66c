import type { Draw } from "../draw.js";
import { Resource } from "../resource.js";
import { asciiOf } from "../words.js";
import { objectOf, parameter, responses, type World, type WorldOperation } from "../world.js";

/** Words that say that a GET does something, in the languages of the worlds. */
const ACTS = {
  en: ["logout", "delete", "shutdown", "flush", "unsubscribe", "start", "restart", "stop", "reset", "purge", "reboot"],
  de: ["abmelden", "löschen", "herunterfahren", "starten", "neustarten", "zurücksetzen"],
  fr: ["supprimer", "arrêter", "redémarrer", "démarrer", "réinitialiser"],
  es: ["eliminar", "borrar", "apagar", "reiniciar", "iniciar"],
  pt: ["apagar", "excluir", "desligar", "reiniciar", "iniciar"],
  it: ["eliminare", "cancellare", "spegnere", "riavviare", "avviare"],
} as const;

function act(draw: Draw): string {
  return asciiOf(draw.pick(ACTS[draw.language]));
}

/** More of them, in English. */
const MORE = [
  ...["trigger", "execute", "reload", "kill", "wipe", "clear", "revoke", "disable", "enable", "rotate"],
  ...["approve", "cancel", "activate", "deactivate", "destroy", "drop", "terminate", "unlock"],
] as const;

type Parts = Partial<WorldOperation> & { path: string };

/** A world with a GET that does something. */
function get(name: string, make: (draw: Draw, items: Resource) => Parts): World {
  return {
    name: `GET ${name}`,
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const effect = make(draw, items);
      return [
        ...items.all(),
        {
          ...{ method: "get", responses: responses(200, objectOf({ done: { type: "boolean" } })) },
          handle: (visit) => {
            visit.effect(`did ${effect.operationId ?? effect.summary ?? effect.path}`);
            return { status: 200, body: { done: true } };
          },
          ...effect,
        },
      ];
    },
  };
}

/** Safe methods that change something. */
export const GETS: readonly World[] = [
  get("that acts, by its path", (draw) => ({ path: `/${act(draw)}` })),
  get("that acts, by its last segment", (draw) => ({ path: `/${draw.noun().one}/${act(draw)}` })),
  get("that acts, by its operationId", (draw) => {
    const noun = draw.noun().one;
    return { path: `/${noun}`, operationId: `${act(draw)}${noun.charAt(0).toUpperCase()}${noun.slice(1)}` };
  }),
  get("that acts, by its operationId with other separators", (draw) => {
    const noun = draw.noun().one;
    return {
      path: `/${noun}`,
      operationId: draw.pick([`${noun}_${act(draw)}`, `${noun}.${act(draw)}`, `${noun}-${act(draw)}`]),
    };
  }),
  get("that acts, by its summary", (draw) => {
    const verb = draw.pick(ACTS[draw.language]);
    return {
      path: `/${draw.noun().one}`,
      summary: `${verb.charAt(0).toUpperCase()}${verb.slice(1)} the ${draw.noun().one}`,
    };
  }),
  ...MORE.map((word) => get(`that acts, by the word ${word}`, (draw) => ({ path: `/${draw.noun().one}/${word}` }))),
  get("that acts, by two words of a segment", (draw) => ({ path: `/${draw.pick(ACTS.en)}-${draw.noun().one}` })),
  get("that acts, by two words in camel case", (draw) => ({ path: `/${draw.pick(ACTS.en)}All` })),
  get("that acts on an item", (draw, items) => ({
    path: `${items.item}/${act(draw)}`,
    captures: items.itemCaptures,
    handle: (visit) =>
      items.withItem(visit, (item) => {
        visit.change(item, { size: 0 });
        return { status: 200, body: { done: true } };
      }),
  })),
  get("that acts if its query says so", (draw, items) => ({
    path: `/${draw.noun().many}`,
    parameters: [parameter("action", { type: "string", enum: ["show", ...ACTS[draw.language].map(asciiOf)] })],
    handle: (visit) => {
      const action = visit.asked.query.get("action") ?? "show";
      if (ACTS[draw.language].map(asciiOf).includes(action))
        for (const item of items.items()) visit.change(item, { size: 0 });
      return { status: 200, body: { done: true } };
    },
  })),
];
