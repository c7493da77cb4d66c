/** Operations of fatture.yaml that belong together. */
export interface Part {
  name: string;
  /** The words of titles of faults that are about it. */
  words: RegExp;
  operations: readonly string[];
}

const single = (name: string, list: string) =>
  [list, `create${name}`, `get${name}`, `modify${name}`, `delete${name}`] as const;

/** The shortest one first. Faults of no other part are about clients. */
export const PARTS: readonly [Part, ...Part[]] = [
  { name: "payment methods", words: /payment method/, operations: single("PaymentMethod", "listPaymentMethods") },
  { name: "products", words: /product/, operations: single("Product", "listProducts") },
  {
    name: "receipts",
    words: /receipt|month/,
    operations: [...single("Receipt", "listReceipts"), "getReceiptsMonthlyTotals"],
  },
  {
    name: "issued documents",
    words: /document|\bbin\b/,
    operations: [
      ...single("IssuedDocument", "listIssuedDocuments"),
      ...["getNewIssuedDocumentTotals", "getExistingIssuedDocumentTotals", "ListBinIssuedDocuments"],
      ...["GetBinIssuedDocument", "DeleteBinIssuedDocument", "RecoverBinIssuedDocument"],
    ],
  },
  { name: "clients", words: /./, operations: [...single("Client", "listClients"), "listUserCompanies"] },
];

/** The part that a fault is about, by its title. */
export function partOf(title: string): Part {
  return PARTS.find(({ words }) => words.test(title)) ?? PARTS[0];
}
