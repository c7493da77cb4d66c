import { expect, test } from "vitest";
import { operationsOf } from "#openapi/operations/operations.js";
import { documentOf, pathParameter } from "#test/verify/small-document.js";
import {
  assumptionsOf,
  bodyValue,
  type CredentialUse,
  structuredBody,
  type ValueSource,
} from "#verify/model/request/request-spec.js";

const parameters = [pathParameter("id", { type: "string" }, "t1")];
const [operation] = operationsOf(documentOf({ "/things/{id}": { get: { parameters, responses: {} } } }));
const [parameter] = operation?.parameters ?? [];
if (!operation || !parameter) throw new Error("There is no parameter.");

const SETTING = "values.retrieveThing.id.first";

test.each<[source: ValueSource, assumptions: string[]]>([
  [{ kind: "target-file", setting: SETTING, consumable: false }, [SETTING]],
  [{ kind: "target-file", setting: SETTING, consumable: true }, [SETTING]],
  [{ kind: "example", key: "first" }, []],
  [{ kind: "provision" }, []],
  [{ kind: "list", operation: "listThings" }, []],
  [{ kind: "response" }, []],
  [{ kind: "generated" }, []],
])("a request with a value from %j assumes that these settings are right: %j", (source, assumptions) => {
  expect(assumptionsOf({ operation, parameters: [{ parameter, value: "t1", source }] })).toEqual(assumptions);
});

test.each<[credential: CredentialUse | undefined, assumptions: string[]]>([
  [undefined, []],
  ["own", []],
  ["none", []],
  ["sameTeam", ["credentials.sameTeam"]],
  ["otherTeam", ["credentials.otherTeam"]],
  ["outsideBeta", ["credentials.outsideBeta"]],
  [{ apply: (key) => `${key}x`, show: (variable) => `\${${variable}}x` }, []],
])("a request with the credential %j assumes that these settings are right: %j", (credential, assumptions) => {
  const request = { operation, parameters: [], ...(credential === undefined ? {} : { credential }) };
  expect(assumptionsOf(request)).toEqual(assumptions);
});

test.each([
  [{ value: { a: 1 } }, { a: 1 }, { a: 1 }],
  [{ text: '{"a":1}' }, { a: 1 }, undefined],
  [{ text: "{" }, undefined, undefined],
])("the body %j has the value %j, and is serialized from %j", (content, value, structured) => {
  const body = { type: "application/json", source: { kind: "generated" } as const, ...content };
  const spec = { operation, parameters: [], body };
  expect(bodyValue(spec)).toEqual(value);
  expect(structuredBody(spec)).toEqual(structured);
});
