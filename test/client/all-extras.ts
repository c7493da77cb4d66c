import {
  concreteMediaType,
  cookieField,
  formBody,
  headerFields,
  otherContent,
  serializePath,
  serializeQuery,
} from "#client/extras.js";
import type { Extras } from "#client/operation.js";
import { exactJson } from "#schemas/exact-json.js";

/** What an operation with every kind of parameter and body has. */
export const extras: Required<Extras> = {
  path: serializePath,
  query: serializeQuery,
  mediaType: concreteMediaType,
  body: formBody,
  read: otherContent,
  json: exactJson,
  header: headerFields,
  cookie: cookieField,
};
