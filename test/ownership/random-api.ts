import type { Api, Kind } from "./api.js";
import { randomDangers, randomSingletons } from "./dangers.js";
import { Random } from "./random.js";
import { type Noun, randomKind, randomNestedKind } from "./random-kind.js";

const NOUNS: readonly Noun[] = [
  ["order", "orders"],
  ["customer", "customers"],
  ["silence", "silences"],
  ["pet", "pets"],
  ["api-key", "api-keys"],
  ["teamMember", "teamMembers"],
  ["booking", "bookings"],
  ["database", "databases"],
  ["category", "categories"],
  ["status-page", "status-pages"],
  ["person", "people"],
];
const NESTED: readonly Noun[] = [
  ["part", "parts"],
  ["line-item", "line-items"],
  ["apiToken", "apiTokens"],
  ["comment", "comments"],
];

/** A random small API. The same seed always gives the same. */
export function randomApi(seed: number): Api {
  const random = new Random(seed);
  const prefix = random.pick(["", "", "/v1", "/api/v2"]);
  const kinds: Kind[] = [];
  for (const noun of random.sample(NOUNS, random.pick([1, 2, 2]))) {
    kinds.push(randomKind(random, prefix, noun, kinds));
  }
  const [parent] = random.sample(kinds, 1);
  const [nested] = random.sample(NESTED, 1);
  if (parent && nested && random.chance(0.45)) kinds.push(randomNestedKind(random, parent, nested));
  const singletons = randomSingletons(random, prefix);
  return {
    seed,
    kinds,
    singletons,
    dangers: randomDangers(random, prefix, kinds, singletons),
    secured: random.chance(0.3),
    namesOperations: random.chance(0.8),
  };
}
