import type { Noun } from "../draw.js";
import { Resource } from "../resource.js";
import type { World } from "../world.js";
import { procedure } from "./procedures.js";

interface Words {
  language: string;
  nouns: readonly [Noun, ...Noun[]];
  create: string;
  list: string;
  get: string;
  update: string;
  delete: string;
  /** Actions on everything. */
  acts: readonly [string, ...string[]];
}

const noun = (one: string, many: string): Noun => ({ one, many });

const LANGUAGES: readonly Words[] = [
  {
    ...{ language: "German", create: "erstelle", list: "liste", get: "lies", update: "aendere", delete: "loesche" },
    nouns: [
      noun("kunde", "kunden"),
      noun("artikel", "artikel"),
      noun("auftrag", "auftraege"),
      noun("rechnung", "rechnungen"),
    ],
    acts: ["alle-loeschen", "anmeldung-aktivieren", "neu-starten", "versenden", "sperren", "zuruecksetzen"],
  },
  {
    ...{ language: "French", create: "creer", list: "lister", get: "lire", update: "modifier", delete: "supprimer" },
    nouns: [
      noun("commande", "commandes"),
      noun("client", "clients"),
      noun("facture", "factures"),
      noun("tache", "taches"),
    ],
    acts: ["tout-supprimer", "activer-connexion", "redemarrer", "envoyer", "bloquer", "vider"],
  },
  {
    ...{ language: "Spanish", create: "crear", list: "listar", get: "leer", update: "cambiar", delete: "borrar" },
    nouns: [
      noun("pedido", "pedidos"),
      noun("cliente", "clientes"),
      noun("factura", "facturas"),
      noun("tarea", "tareas"),
    ],
    acts: ["borrar-todo", "activar-acceso", "reiniciar", "enviar", "bloquear", "vaciar"],
  },
  {
    ...{ language: "Portuguese", create: "criar", list: "listar", get: "ler", update: "alterar", delete: "excluir" },
    nouns: [
      noun("pedido", "pedidos"),
      noun("cliente", "clientes"),
      noun("fatura", "faturas"),
      noun("tarefa", "tarefas"),
    ],
    acts: ["excluir-tudo", "ativar-acesso", "reiniciar", "enviar", "bloquear", "limpar"],
  },
  {
    ...{
      language: "Italian",
      create: "creare",
      list: "elencare",
      get: "leggere",
      update: "cambiare",
      delete: "eliminare",
    },
    nouns: [
      noun("ordine", "ordini"),
      noun("cliente", "clienti"),
      noun("fattura", "fatture"),
      noun("compito", "compiti"),
    ],
    acts: ["elimina-tutto", "attiva-accesso", "riavvia", "invia", "blocca", "svuota"],
  },
];

/** Documents that are not in English: what may be created, and what acts on everything. */
export const FOREIGN: readonly World[] = LANGUAGES.map((words) => ({
  name: `a document in ${words.language}`,
  operations: (draw, store) => {
    const items = new Resource(draw, store, { noun: draw.pick(words.nouns) });
    const named = (verb: string) => ({ operationId: `${verb}_${items.noun.one}` });
    const act = draw.pick(words.acts);
    return [
      { ...items.list(), ...named(words.list) },
      { ...items.get(), ...named(words.get) },
      { ...items.create(), ...named(words.create) },
      { ...items.patch(), ...named(words.update) },
      { ...items.delete(), ...named(words.delete) },
      procedure(draw, act, `/${act}`),
      procedure(draw, act, `${items.collection}/${draw.pick(words.acts)}`, {
        responses: { "201": { description: "Done." } },
      }),
    ];
  },
}));
