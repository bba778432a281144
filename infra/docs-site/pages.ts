interface Guide {
  /** In the URL. */
  readonly name: string;
  readonly lead: string;
  /** A path from the root of the repository. @default `infra/docs/guides/NAME.md` */
  readonly file?: string;
}

const runbook = (name: string): string => `infra/docs/runbook/${name}.md`;

/** All guides by section, in the order of the list. */
const SECTIONS: readonly { readonly title: string; readonly guides: readonly Guide[] }[] = [
  {
    title: 'Use the API',
    guides: [
      { name: 'getting-started', lead: 'Send a first request.' },
      { name: 'requests', lead: 'Rules for all requests and responses.' },
      { name: 'paging', lead: 'Read a whole collection.' },
      { name: 'finding-records', lead: 'Find records by name, email, owner, status and other values.' },
      { name: 'matching', lead: 'Find who of a list of addresses you have: 100 per request.' },
      { name: 'exporting', lead: 'All records in files: CSV, JSON Lines or Parquet.' },
      { name: 'errors', lead: 'What each error means, and how to fix it.' },
      { name: 'limits', lead: 'Rate limits and quotas of API keys.' },
      { name: 'keys', lead: 'Permissions, rotation, and how to respond to a leak.' },
      { name: 'contact-details', lead: 'Read people without emails, phones and addresses.' },
      { name: 'calls', lead: 'What came of each call: by list, agent and hour, with SQL over a copy.' },
      { name: 'calling-hours', lead: 'Whether and when a number may be called, and why.' },
      { name: 'versioning', lead: 'What may change, and how far in advance it is announced.' },
      {
        name: 'troubleshooting',
        lead: 'No events, 401, missing webhooks, rejected rows, and frequently asked questions.',
      },
      { name: 'glossary', lead: 'What the terms mean.' },
    ],
  },
  {
    title: 'Receive changes',
    guides: [
      { name: 'sync', lead: 'Keep a copy of the data: with TypeScript, Python or SQL.' },
      { name: 'events', lead: 'Poll for every change: exactly once, in one order.' },
      { name: 'webhooks', lead: 'Receive changes as they happen.' },
      { name: 'verifying-webhooks', lead: 'Verify signatures in five languages.' },
    ],
  },
  {
    title: 'Import',
    guides: [
      { name: 'importing', lead: 'Import files by command or in the console; what they write and cost.' },
      { name: 'import-columns', lead: 'What each column becomes, and which formats are accepted.' },
      { name: 'import-identity', lead: 'Which record a row is, whom it works for, what is deleted.' },
      { name: 'import-by-key', lead: 'Import rows or files with an API key.' },
      { name: 'import-bucket', lead: 'Import files that systems put into a bucket.' },
    ],
  },
  {
    title: 'Administer',
    guides: [
      { name: 'single-sign-on', lead: 'Sign in with Entra ID, Okta, Google or another identity provider.' },
      { name: 'proxies', lead: 'Serve the APIs at an address of your own proxy.' },
      { name: 'local', lead: 'Run everything on your machine: settings and your own data.' },
    ],
  },
  {
    title: 'Clients and tools',
    guides: [
      { name: 'typescript', lead: 'Read, follow and copy the data in Node.js, Deno, Bun and browsers.' },
      { name: 'python', lead: 'Read, follow and copy the data, synchronously or with asyncio.' },
      { name: 'postman', lead: 'Send every request from Postman, VS Code or JetBrains.' },
      { name: 'dlt', lead: 'Load everything into a warehouse from Python.' },
      { name: 'singer', lead: 'Load everything with a Singer tap, alone or in Meltano.' },
      { name: 'airbyte', lead: 'Load everything with Airbyte.' },
      { name: 'mcp', lead: 'Give agents read access: Claude, VS Code, Cursor.' },
    ],
  },
  {
    title: 'Operate',
    guides: [
      { name: 'runbook', lead: 'For operators of a deployment: where to start.', file: runbook('README') },
      {
        name: 'set-up',
        lead: 'Deploy, create the first organization, verify, update, remove.',
        file: runbook('set-up'),
      },
      {
        name: 'configure',
        lead: 'Email, domains, firewall, sign-in, calling hours and other settings.',
        file: runbook('configure'),
      },
      {
        name: 'failed-checks',
        lead: 'When a check of a deployment fails.',
        file: runbook('failed-checks'),
      },
      {
        name: 'day-to-day',
        lead: 'Users, deletion and erasure, retention, logs, leaked secrets.',
        file: runbook('day-to-day'),
      },
      { name: 'alarms', lead: 'What each alarm means, and what to do.', file: runbook('alarms') },
      { name: 'restore', lead: 'After a failed update, or damaged or lost data.', file: runbook('restore') },
      { name: 'costs', lead: 'What it costs, and which quotas of AWS matter.', file: runbook('costs') },
      { name: 'changelog', lead: 'What each version adds and changes.', file: 'CHANGELOG.md' },
    ],
  },
];

/** All guides by section, with their files. */
export const GUIDE_SECTIONS = SECTIONS.map(({ title, guides }) => ({
  title,
  guides: guides.map((guide) => ({ file: `infra/docs/guides/${guide.name}.md`, ...guide })),
}));

/** A page: its name in the URL, a sentence about it, and Markdown that starts with its title. */
export interface PageSource {
  readonly name: string;
  readonly lead: string;
  /** The page that leads to this one, which the navigation shows only there. @default none */
  readonly parent?: string;
  readonly isReference?: true;
  /** Its links lead to `NAME.md`, downloads and the web. */
  readonly markdown: string;
}

/** The pages rendered from OpenAPI documents. `file` is a path from the root of the repository. */
export const REFERENCES = [
  {
    name: 'reference',
    title: 'API reference',
    lead: 'Every operation, parameter, field, error and webhook of the data API.',
    file: 'shared/operations/openapi/data-api.json',
  },
  {
    name: 'admin-reference',
    title: 'Admin API reference',
    lead: 'Every operation of the API behind the console: keys, usage, audit log, webhooks.',
    file: 'shared/operations/openapi/admin-api.json',
  },
] as const;

/**
 * The archives that the documentation offers. `file` is the name in the URL: `.tgz` for an npm package,
 * `.tar.gz` for sources. `folder` is a path from the root of the repository, to which guides link.
 */
export const DOWNLOADS = [
  { file: 'sales-data-client.tgz', folder: 'clients/typescript' },
  { file: 'sales-data-mcp.tgz', folder: 'connectors/mcp' },
  { file: 'sales-data-client.tar.gz', folder: 'clients/python' },
  { file: 'sales-data-dlt.tar.gz', folder: 'connectors/dlt' },
  { file: 'tap-sales-data.tar.gz', folder: 'connectors/singer' },
];

/**
 * Files that the documentation offers. `file` is the name in the URL, and `path` starts at the root of the
 * repository.
 */
export const FILE_DOWNLOADS = [
  {
    file: 'sales-data.postman_collection.json',
    path: 'shared/operations/openapi/sales-data.postman_collection.json',
  },
  { file: 'sales-data.http', path: 'shared/operations/openapi/sales-data.http' },
  { file: 'source-sales-data.yaml', path: 'connectors/airbyte/manifest.yaml' },
];

/** `NAME.md` of the page, or the download, of each file, by its path from the root of the repository. */
export const PAGE_OF_FILE: ReadonlyMap<string, string> = new Map([
  ...FILE_DOWNLOADS.map(({ file, path }) => [path, file] as const),
  ['infra/docs/api.md', 'reference.md'],
  ['infra/docs/admin-api.md', 'admin-reference.md'],
  ...DOWNLOADS.map(({ file, folder }) => [folder, file] as const),
  ...GUIDE_SECTIONS.flatMap(({ guides }) => guides.map(({ name, file }) => [file, `${name}.md`] as const)),
]);
