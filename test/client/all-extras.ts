import {
  certainDeletion,
  chooseType,
  concreteMediaType,
  cookieField,
  formBody,
  headerFields,
  ownBase,
  readTextOrFile,
  safe,
  styledPath,
  styledQuery,
} from "#client/extras.js";
import type { Extras } from "#client/operation.js";
import { exactJson } from "#schemas/exact-json.js";

/** What an operation with every kind of parameter and body has. */
export const extras: Required<Extras> = {
  path: styledPath,
  query: styledQuery,
  mediaType: concreteMediaType,
  body: formBody,
  safe,
  certain: certainDeletion,
  base: ownBase,
  choose: chooseType,
  read: readTextOrFile,
  json: exactJson,
  header: headerFields,
  cookie: cookieField,
};
