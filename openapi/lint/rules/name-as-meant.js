import { similarName } from "../shared.js";

/** Formats that JSON Schema (2020-12, Validation, 7.3) and OpenAPI (3.1, 4.4) name. The usual ones come first. */
const FORMATS = [
  ...["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid", "int32", "int64"],
  ...[
    "float",
    "double",
    "password",
    "byte",
    "binary",
    "regex",
    "uri-reference",
    "uri-template",
    "iri",
    "iri-reference",
  ],
  ...["idn-email", "idn-hostname", "json-pointer", "relative-json-pointer"],
];
/** Formats of OpenAPI's registry that are near one of the others. */
const FURTHER_FORMATS = ["int8", "int16", "uint8", "uint16", "uint32", "uint64", "double-int", "single", "char"];

/** The types of IANA's registry, and the subtypes that APIs have. */
const TYPES = ["application", "text", "multipart", "image", "audio", "video", "font", "message", "model", "haptics"];
const SUBTYPES = [
  ...["json", "xml", "problem+json", "merge-patch+json", "json-patch+json", "x-www-form-urlencoded", "form-data"],
  ...["plain", "octet-stream", "event-stream"],
];
const FURTHER_SUBTYPES = ["jsonl", "json5", "jose", "mixed"];

/**
 * Names that any document may choose are most likely the usual ones: formats, media types, and ranges of statuses. No
 * validator reports another one, and then the format is not checked, or the response has no schema.
 *
 * @type {import("@redocly/openapi-core/lib/visitors.js").Oas3Rule}
 */
export const nameAsMeant = () => ({
  Schema(schema, { report, location }) {
    const format = Object(schema).format;
    if (typeof format !== "string" || [...FORMATS, ...FURTHER_FORMATS].includes(format)) return;
    const meant = similarName(format, FORMATS);
    if (meant === undefined) return;
    report({
      message: `No standard has the format \`${format}\`. Did you mean ${meant}?`,
      location: location.child("format"),
    });
  },
  MediaTypesMap(content, { report, location }) {
    for (const name of Object.keys(content)) {
      const meant = likelyMediaType(name);
      if (meant === name) continue;
      report({
        message: `\`${name}\` is an unusual media type. Did you mean ${meant}?`,
        location: location.child([name]).key(),
      });
    }
  },
  Responses(responses, { report, location }) {
    for (const status of Object.keys(responses)) {
      if (!/^[1-5]xx$/i.test(status) || status === status.toUpperCase()) continue;
      report({
        message: `A range of statuses has capital letters. Did you mean ${status.toUpperCase()}?`,
        location: location.child([status]).key(),
      });
    }
  },
});

/** The media type that is most likely meant, which is most often the same. @param {string} name */
function likelyMediaType(name) {
  const [, type = "", subtype = "", rest = ""] = /^([^/;\s]+)\/([^;\s]+)(.*)$/.exec(name) ?? [];
  if (type === "" || `${type}${subtype}`.includes("*")) return name;
  const likelyType = TYPES.includes(type) ? type : (similarName(type, TYPES) ?? type);
  const isKnown = [...SUBTYPES, ...FURTHER_SUBTYPES].includes(subtype);
  const likelySubtype = isKnown ? subtype : (similarName(subtype, SUBTYPES) ?? subtype);
  return `${likelyType}/${likelySubtype}${rest}`;
}
