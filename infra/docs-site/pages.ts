/** A page that is made of a file in `infra/docs/guides`. */
export interface Guide {
  /** In the address, and of the file. */
  readonly name: string;
  /** What the list of pages says of it. */
  readonly lead: string;
}

/** All guides, in the order in which they are listed. */
export const GUIDES: readonly Guide[] = [
  { name: 'getting-started', lead: 'A first request, and the TypeScript client.' },
  { name: 'requests', lead: 'What holds for every request and response.' },
  { name: 'paging', lead: 'How to read a collection to its end.' },
  { name: 'errors', lead: 'What each problem means, and what to do.' },
  { name: 'limits', lead: 'How many requests a key may make.' },
  { name: 'keys', lead: 'Permissions, rotation, and what to do about a leak.' },
  { name: 'webhooks', lead: 'How you are told of changes.' },
  { name: 'verifying-webhooks', lead: 'Signatures, in five languages.' },
  { name: 'sync', lead: 'A copy of the data that follows its changes.' },
  { name: 'versioning', lead: 'What may change, and how long in advance you hear of it.' },
];

/** A page that is made of an OpenAPI document. */
export interface Reference {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  /** The document, from the root of the repository. */
  readonly file: string;
}

export const REFERENCES: readonly Reference[] = [
  {
    name: 'reference',
    title: 'API reference',
    lead: 'Every operation, parameter, field, error and webhook of the data API.',
    file: 'shared/contract/openapi/data-api.json',
  },
  {
    name: 'admin-reference',
    title: 'Admin API reference',
    lead: 'The same of the API behind the console: keys, usage, audit log, webhooks.',
    file: 'shared/contract/openapi/admin-api.json',
  },
];

/** Pages that stand for other documents of the repository, by their path from its root. */
export const PAGE_OF_DOCUMENT: ReadonlyMap<string, string> = new Map([
  ['infra/docs/api.md', 'reference'],
  ['infra/docs/admin-api.md', 'admin-reference'],
  ...GUIDES.map(({ name }) => [`infra/docs/guides/${name}.md`, name] as const),
]);
