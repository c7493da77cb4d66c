import { isJson } from "../../http/media-type.js";
import { isObject, type Json, type JsonObject } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { type Ask, anything } from "../ask.js";
import type { Case } from "../case.js";
import type { CaseRun } from "../case-run.js";
import { goodPair, requireAsk } from "../known.js";
import { SAFE_METHODS } from "../target.js";

/** Something that no document speaks of: it may be refused, or passed over, but a server does not fail at it. */
interface Oddity {
  what: string;
  change(ask: Ask): Ask;
}

/** More than any field holds, and less than what servers refuse to read. */
const LONG = 3000;

/** What is odd brings no 5xx, whatever else it brings. */
export function survivalCases(operation: Operation): Case[] {
  const odd = [...ofQuery(operation), ...ofBody(operation)];
  if (odd.length === 0) return [];
  const writes = !SAFE_METHODS.includes(operation.method);
  return [
    {
      name: `${operation.id} › survives ${odd.map(({ what }) => what).join(", ")}`,
      kind: "unknown",
      operation,
      proves: [],
      writes,
      async run(run: CaseRun) {
        for (const { what, change } of odd) {
          const good = await requireAsk(run, operation);
          const ask = change(good);
          const exchange = await run.send(ask);
          // A status that the document does not list is no matter here: it need not foresee such requests.
          if (exchange.status >= 500) await run.judge(ask, anything(operation, what), exchange);
        }
      },
    },
  ];
}

function ofQuery(operation: Operation): Oddity[] {
  if (operation.method !== "get") return [];
  const { pagination } = operation;
  const cursor = operation.parameters.find(
    ({ name }) => pagination?.forward.item !== undefined && name === pagination.forward.parameter,
  );
  const given = (what: string, parameter: Parameter, value: Json): Oddity => ({
    what,
    change: (ask) => ({ ...ask, parameters: [...ask.parameters, { parameter, value }] }),
  });
  const [known] = operation.parameters.filter((each) => each.in === "query");
  if (!known) return [];
  return [
    given("an unknown parameter", { ...known, name: "no_such_parameter", schema: true, style: "form" }, "1"),
    ...(cursor ? [given(`${cursor.name} of another form`, cursor, "no cursor'\0\"")] : []),
  ];
}

function ofBody(operation: Operation): Oddity[] {
  const body = goodPair(operation)?.body;
  if (!body || !isJson(body.mediaType.name) || !isObject(body.value)) return [];
  const type = body.mediaType.name;
  const texts = Object.entries(body.value).flatMap(([name, value]) => (typeof value === "string" ? [name] : []));
  const changed = (what: string, change: (value: JsonObject) => JsonObject): Oddity => ({
    what,
    change: (ask) => {
      const value = ask.body && "value" in ask.body ? ask.body.value : null;
      return isObject(value) ? { ...ask, body: { type, value: change(value) } } : ask;
    },
  });
  const [text] = texts;
  return [
    changed("a field that nobody knows", (value) => ({ ...value, no_such_field: { nested: [null, true] } })),
    ...(text === undefined
      ? []
      : [
          changed(`${text} of ${LONG} characters`, (value) => ({
            ...value,
            [text]: `${"a".repeat(LONG)}@example.com`,
          })),
        ]),
  ];
}
