/** Strokes on a grid of 16, drawn for this console. */
const PATHS = {
  apiKeys: 'M14 5a3 3 0 1 1-6 0 3 3 0 0 1 6 0ZM8 7l-6 6v1h2v-2h2l3-3',
  auditLog: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4ZM6 8l1 2 3-4',
  'call-lists': 'M3 2h3l1 4-2 1a8 8 0 0 0 4 4l1-2 4 1v3a1 1 0 0 1-1 1A11 11 0 0 1 2 3a1 1 0 0 1 1-1Z',
  calls: 'M2 3h3l1 3-2 1a8 8 0 0 0 5 5l1-2 3 1v3A11 11 0 0 1 2 3ZM9 5a3 3 0 0 1 2 2M9 2a6 6 0 0 1 5 5',
  companies: 'M3 14V2h7v12M10 6h3v8M1 14h14M5 5h3M5 8h3M5 11h3',
  documentation: 'M8 4C6 3 4 3 2 3v9c2 0 4 0 6 1 2-1 4-1 6-1V3c-2 0-4 0-6 1Zm0 0v9',
  events: 'M9 2 3 9h4l-1 5 6-7H8Z',
  exports: 'M8 10V2M5 5l3-3 3 3M2 11v3h12v-3',
  fields: 'M2 3h12v10H2ZM2 7h12M6 7v6',
  home: 'M2 7l6-5 6 5v6H2ZM6 13V9h4v4',
  imports: 'M8 2v8M5 7l3 3 3-3M2 11v3h12v-3',
  organization: 'M2 5h6M12 5h2M2 11h2M8 11h6M8 3v4h4V3ZM4 9v4h4V9Z',
  people: 'M8 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM3 14c0-5 10-5 10 0',
  requests: 'M2 4h12M2 8h12M2 12h7',
  search: 'M11 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM10 10l4 4',
  signOn: 'M9 2h4v12H9M2 8h8M7 5l3 3-3 3',
  suppressions: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM4 4l8 8',
  tryIt: 'M2 3h12v10H2ZM4 6l2 2-2 2M8 10h4',
  usage: 'M2 13h12M4 11V8M8 11V3M12 11V6',
  users: 'M6 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM2 13c0-5 8-5 8 0M11 3a2 2 0 0 1 0 4M12 10c2 0 2 2 2 3',
  webhooks: 'M14 2 7 9M14 2 9 14 7 9 2 7Z',
} as const;

export type IconName = keyof typeof PATHS;

/** The symbol of a kind of record: that of all fields, if it has none of its own. */
export const iconOf = (kind: string): IconName => (kind in PATHS ? (kind as IconName) : 'fields');

/** A symbol next to a text, which says the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
