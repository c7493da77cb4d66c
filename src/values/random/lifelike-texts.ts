import { fieldWords } from "./field-words.js";
import { between, digits, type Randomness } from "./randomness.js";

const FIRST_NAMES = [
  "Amara",
  "Ben",
  "Chiara",
  "Diego",
  "Emma",
  "Farid",
  "Hana",
  "Ivan",
  "Jonas",
  "Mei",
  "Noor",
  "Priya",
];
const LAST_NAMES = [
  "Berg",
  "Costa",
  "Dubois",
  "Haddad",
  "Ito",
  "Kim",
  "Larsen",
  "Novak",
  "Okafor",
  "Rossi",
  "Silva",
  "Weber",
];
/** Names that people, animals, projects and products may have. */
const NAMES = [
  "Aurora",
  "Atlas",
  "Cedar",
  "Harbor",
  "Indigo",
  "Juniper",
  "Maple",
  "Nova",
  "Orion",
  "Pepper",
  "Willow",
  "Zephyr",
];
const CITIES = [
  "Berlin",
  "Bologna",
  "Kyoto",
  "Lagos",
  "Lisbon",
  "Lyon",
  "Montreal",
  "Nairobi",
  "Oslo",
  "Porto",
  "Quito",
  "Seoul",
];
const STREETS = [
  "1 Harbor Street",
  "12 Mill Lane",
  "27 Station Road",
  "3 Market Square",
  "48 Garden Row",
  "5 Bridge Street",
];
const COMPANIES = [
  "Alder & Sons",
  "Bluewave Labs",
  "Cobalt Foods",
  "Fernhill Studio",
  "Northwind Traders",
  "Tern Logistics",
];
const TITLES = [
  "A walk by the river",
  "First steps",
  "Monthly report",
  "Notes from the field",
  "Spring offer",
  "Team meeting",
];
const SENTENCES = [
  "Arrived in good order.",
  "Made by hand, in small numbers.",
  "Please ring twice.",
  "Ready for review.",
  "The second edition has a new chapter.",
  "Works as described.",
];
const JOBS = ["Analyst", "Designer", "Editor", "Engineer", "Nurse", "Teacher"];
const CATEGORIES = ["Books", "Garden", "Kitchen", "Music", "Outdoor", "Travel"];
const PRODUCTS = ["Ceramic cup", "Desk lamp", "Linen shirt", "Oak table", "Travel bag", "Wool blanket"];
const TAGS = ["blue", "featured", "new", "sale", "seasonal", "small"];

const FILES = ["invoice", "minutes", "offer", "photo", "report", "scan"];

type Words = (randomness: Randomness, words: string) => string;

const oneOf = (words: readonly string[], randomness: Randomness) =>
  words[between(randomness, 0, words.length - 1)] ?? "";

const of =
  (words: readonly string[]): Words =>
  (randomness) =>
    oneOf(words, randomness);

const fullNameOf = (randomness: Randomness) => `${oneOf(FIRST_NAMES, randomness)} ${oneOf(LAST_NAMES, randomness)}`;
const fullName: Words = (randomness) => fullNameOf(randomness);
const userName: Words = (randomness) => fullNameOf(randomness).toLowerCase().replace(" ", ".");
const initials: Words = (randomness) =>
  fullNameOf(randomness)
    .split(" ")
    .map((name) => name.charAt(0))
    .join("");
/** The number of a document: `INV-4821` of `invoice number`. */
const documentNumber: Words = (randomness, words) =>
  `${words.replaceAll(" ", "").slice(0, 3).toUpperCase()}-${between(randomness, 1000, 9999)}`;

/** By the words of a name of a field; the first one that fits counts. */
const BY_NAME: readonly (readonly [words: RegExp, make: Words])[] = [
  [/\b(first|given|fore) ?name$/, of(FIRST_NAMES)],
  [/\b(last|family|sur) ?name$/, of(LAST_NAMES)],
  [/\b(user ?name|login|nick ?name|handle|screen name)$/, userName],
  [/\b(full|display|customer|contact|owner|author|person|employee|recipient|sender) name$/, fullName],
  [/\binitials$/, initials],
  [/\b(vat|tax)( id)?( number| no| id| pin)$/, (randomness) => `DE${digits(randomness, 9)}`],
  [/\bfile ?name$/, (randomness) => `${oneOf(FILES, randomness)}-${between(randomness, 1000, 9999)}.pdf`],
  [/\b(number|ref( no)?|reference|sku)$/, documentNumber],
  [/\b(author|owner|assignee|creator|customer|recipient|sender|contact)$/, fullName],
  [/\b(company|organi[sz]ation|employer|vendor|supplier|brand|manufacturer|publisher)( name)?$/, of(COMPANIES)],
  [/\b(city|town|locality)( name)?$/, of(CITIES)],
  [/\b(street|address|address line( ?1)?|line ?1)( name)?$/, of(STREETS)],
  [/\b(product|item|article)( name)?$/, of(PRODUCTS)],
  [/\b(title|subject|headline|heading)$/, of(TITLES)],
  [/\b(description|summary|comments?|notes?|message|text|content|bio|abstract|remarks?)$/, of(SENTENCES)],
  [/\b(job( title)?|role|occupation|profession)$/, of(JOBS)],
  [/\b(category|genre|department|section)( name)?$/, of(CATEGORIES)],
  [/\b(tags?|labels?|keywords?)( name)?$/, of(TAGS)],
  [/\bname$/, of(NAMES)],
];

/** How many texts of a name are tried: lists may need different ones. */
const SOME = 4;

/** Texts that people could write into a field of this name; none for any other name. */
export function lifelikeTexts(name: string, randomness: Randomness): readonly string[] {
  const words = fieldWords(name);
  const make = BY_NAME.find(([pattern]) => pattern.test(words))?.[1];
  return make ? Array.from({ length: SOME }, () => make(randomness, words)) : [];
}

/** An amount, as a text with two decimals. */
export function amountText(randomness: Randomness): string {
  return (between(randomness, 500, 99_999) / 100).toFixed(2);
}
