import { asObject } from "../../openapi/document.js";
import { anything, success } from "../ask.js";
import { jsonOf, succeeded } from "../exchange.js";
import { expectManual } from "./A3.js";
import { addAddress, addNewAddress, askFor, operationsNamed, type Rule } from "./rule.js";

/** Open: what adding an address twice does, and whether case counts. Whatever is done is noted, but for a failure. */
export const U11: Rule = (environment) => {
  const named = operationsNamed(environment, "addSuppression", "retrieveSuppression");
  if (!named) return [];
  const { addSuppression: add, retrieveSuppression: retrieve } = named;
  return [
    {
      name: "addSuppression › survives an address that was added before",
      kind: "rule",
      operation: add,
      proves: [],
      writes: true,
      async run(run) {
        const { email, made } = await addNewAddress(run, add);
        if (!made) return;
        const body = { type: "application/json", value: { email } };
        const again = await run.ask(
          { operation: add, parameters: [], body },
          anything(add, "the address was added before"),
        );
        const same = asObject(jsonOf(again)).id === made.id;
        run.observe(
          "U11",
          `adding an address twice: ${again.status}${succeeded(again) ? `, ${same ? "the same" : "another"} id` : ""}`,
        );
        const { id } = asObject(jsonOf(again));
        if (succeeded(again) && typeof id === "string") {
          await run.ask(askFor(retrieve, id), success(retrieve, "it was told as added", { promises: ["R1", "A2"] }));
        }
        const upper = await run.ask(askFor(retrieve, email.toUpperCase()), {
          ...anything(retrieve, "the address in capital letters"),
        });
        run.observe("U11", `retrieving an address in capital letters: ${upper.status}`);
      },
    },
    {
      name: "addSuppression › takes an address with capital letters",
      kind: "rule",
      operation: add,
      proves: [],
      writes: true,
      async run(run) {
        const email = `Verify.${run.environment.unique()}@Example.com`;
        const made = await addAddress(run, add, email, "an address may have capital letters", ["A1"]);
        if (!made) return;
        const found = await run.ask(
          askFor(retrieve, made.id),
          success(retrieve, "it was just added", { promises: ["R1"] }),
        );
        if (succeeded(found)) expectManual(run, jsonOf(found), { id: made.id, email }, found);
      },
    },
  ];
};
