import type { JsonObject } from "#openapi/document/document.js";
import type { Draw, Noun } from "../draw.js";
import { NUMBERS, Resource } from "../resource.js";
import type { Visit } from "../visit.js";
import { objectOf, type World } from "../world.js";
import { procedure } from "./procedures.js";

/** Values of the documents that lead to people: their numbers, addresses, cards and accounts. */
const PEOPLE = {
  phone: "+49 151 23456789",
  email: "ann.miller@customer.example",
  card: "4111111111111111",
  iban: "DE89370400440532013000",
  url: "https://hooks.customer.example/orders",
} as const;
type Reach = keyof typeof PEOPLE;

const FORMATS: Readonly<Record<Reach, JsonObject>> = {
  phone: { type: "string", minLength: 5 },
  email: { type: "string", format: "email" },
  card: { type: "string", pattern: "^[0-9]{16}$" },
  iban: { type: "string", minLength: 15, maxLength: 34 },
  url: { type: "string", format: "uri" },
};

/** Whether a value leads to somebody whom the document names. */
function leadsToSomebody(value: unknown): boolean {
  const plain = (text: string) => text.replace(/[\s-]/g, "").toLowerCase();
  return typeof value === "string" && Object.values(PEOPLE).some((known) => plain(known) === plain(value));
}

/** Notes that a request reaches somebody. */
function reach(visit: Visit, fields: JsonObject): void {
  for (const [name, value] of Object.entries(fields)) {
    if (leadsToSomebody(value)) visit.effect(`reached ${name} ${value}`);
  }
}

const fieldOf = (draw: Draw, kind: Reach): string => {
  const names: Readonly<Record<Reach, readonly [string, ...string[]]>> = {
    phone: ["phone", "to", "recipient", "msisdn", "number"],
    email: ["email", "to", "recipient", "contact"],
    card: ["card", "pan", "cardNumber"],
    iban: ["iban", "account", "destination"],
    url: ["url", "callback", "webhook", "target"],
  };
  return draw.pick(names[kind]);
};

const KINDS: readonly [string, Noun, Reach][] = [
  ["payments", { one: "payment", many: "payments" }, "iban"],
  ["messages", { one: "message", many: "messages" }, "phone"],
  ["transfers", { one: "transfer", many: "transfers" }, "iban"],
  ["invitations", { one: "invitation", many: "invitations" }, "email"],
  ["charges", { one: "charge", many: "charges" }, "card"],
];

/** Creations whose words reach somebody, and that nothing takes back: each one is too much. */
const BY_WORDS = KINDS.flatMap(([name, noun, kind]): World[] => {
  return [true, false].map(
    (hasExample): World => ({
      name: `${name}${hasExample ? ", with an example" : ""}`,
      operations: (draw, store) => {
        const field = fieldOf(draw, kind);
        const fields = { [field]: FORMATS[kind], amount: { type: "integer", minimum: 1 } };
        const example = hasExample ? { example: { [field]: PEOPLE[kind], amount: 5 } } : {};
        const sent = new Resource(draw, store, {
          noun,
          fields,
          seeds: [{ [field]: PEOPLE[kind], amount: 1 }],
          ...example,
        });
        const create = sent.create(undefined, undefined, (visit) => visit.effect(`${name} to ${visit.fields[field]}`));
        return [sent.list(), sent.get(), create, ...new Resource(draw, store).all()];
      },
    }),
  );
});

/** Creations whose words say nothing, and whose example leads to somebody; the document can remove them. */
const BY_EXAMPLE = (["phone", "email", "card", "iban", "url"] as const).map(
  (kind): World => ({
    name: `example of a creation is ${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`,
    operations: (draw, store) => {
      const field = fieldOf(draw, kind);
      const fields = {
        [field]: draw.chance(0.5) ? { ...FORMATS[kind], examples: [PEOPLE[kind]] } : FORMATS[kind],
        note: { type: "string" },
      };
      const example = { [field]: PEOPLE[kind], note: "by phone" };
      const orders = new Resource(draw, store, { fields, example, seeds: [example], required: [field] });
      const create = orders.create(undefined, undefined, (visit) => reach(visit, visit.fields));
      const usual = orders.all().filter(({ method, path }) => method !== "post" || path !== create.path);
      return [...usual, create];
    },
  }),
);

/** What reaches people. */
export const REACHING_OTHERS: readonly World[] = [
  ...BY_WORDS,
  ...BY_EXAMPLE,
  {
    name: "bans of people",
    operations: (draw, store) => {
      const people = new Resource(draw, store, { noun: { one: "user", many: "users" }, naming: NUMBERS });
      const fields = { userId: { type: "integer", minimum: 1 }, reason: { type: "string" } };
      const bans = new Resource(draw, store, { noun: { one: "ban", many: "bans" }, fields, required: ["userId"] });
      const create = bans.create(undefined, undefined, (visit) => {
        const person = people.find(visit.fields.userId);
        if (person) visit.use(person, "banned");
      });
      return [
        people.list(),
        people.get(),
        bans.list(),
        bans.get(),
        create,
        ...(draw.chance(0.5) ? [bans.delete()] : []),
      ];
    },
  },
  {
    name: "an action on an item that tells somebody",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const kind = draw.pick(["phone", "email", "url"] as const);
      const field = fieldOf(draw, kind);
      const action = items.action(
        `/${draw.verb()}`,
        (visit) => {
          reach(visit, visit.fields);
          return { status: 200, body: { done: true } };
        },
        { body: { schema: objectOf({ [field]: FORMATS[kind] }), example: { [field]: PEOPLE[kind] } } },
      );
      return [...items.all(), action];
    },
  },
  {
    name: "a letter to everybody",
    operations: (draw, store) => [
      ...new Resource(draw, store).all(),
      procedure(draw, draw.verb(), `/${draw.noun().many}/${draw.verb()}`, {
        body: { schema: objectOf({ subject: { type: "string" }, text: { type: "string" } }) },
        effect: "wrote to everybody",
      }),
    ],
  },
];
