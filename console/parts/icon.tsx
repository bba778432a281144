/** Strokes on a grid of 16, drawn for this console. */
const PATHS = {
  apiKeys: 'M14 5.5a3.5 3.5 0 1 1-7 0 3.5 3.5 0 0 1 7 0ZM7.4 7.1 2 12.5V14h2.5v-1.5H6V11h1.5l1.4-1.9',
  auditLog: 'M8 1.5l5 2v4c0 3.4-2.1 5.7-5 7-2.9-1.3-5-3.6-5-7v-4ZM5.8 7.9l1.6 1.6L10.4 6.2',
  callLists:
    'M3 2.5h2.4L6.8 6 5.3 7.2a8 8 0 0 0 3.5 3.5L10 9.2l3.5 1.4V13a1 1 0 0 1-1 1A10.5 10.5 0 0 1 2 3.5a1 1 0 0 1 1-1Z',
  companies: 'M3 14V2.5h7V14M10 6.5h3V14M1.5 14h13M5.5 5.5h2M5.5 8.5h2M5.5 11.5h2',
  documentation:
    'M8 4C6.5 2.9 4.5 2.5 2 2.5V12c2.5 0 4.5.4 6 1.5 1.5-1.1 3.5-1.5 6-1.5V2.5c-2.5 0-4.5.4-6 1.5Zm0 0v9.5',
  events: 'M9 1.5 3 9h4.5L7 14.5 13 7H8.5Z',
  exports: 'M8 10V2M5 5l3-3 3 3M2.5 10.5v3h11v-3',
  fields: 'M2 3h12v10H2ZM2 6.5h12M6.5 6.5V13',
  home: 'M2 7.5l6-5 6 5v6H2ZM6.5 13.5v-4h3v4',
  imports: 'M8 2v8M5 7l3 3 3-3M2.5 10.5v3h11v-3',
  organization:
    'M2 5h7M12.5 5H14M2 11h1.5M7 11h7M12.5 5A1.75 1.75 0 1 1 9 5a1.75 1.75 0 0 1 3.5 0ZM7 11a1.75 1.75 0 1 1-3.5 0A1.75 1.75 0 0 1 7 11Z',
  people: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8ZM2.5 14c.3-2.6 2.5-4 5.5-4s5.2 1.4 5.5 4',
  requests: 'M2 4h12M2 8h12M2 12h7',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.3 10.3 14 14',
  tryIt: 'M2 3h12v10H2ZM4.5 6l2 2-2 2M8.5 10h3',
  usage: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  users:
    'M6 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM1.5 13.5c.2-2.4 2-3.7 4.5-3.7s4.3 1.3 4.5 3.7M10.5 2.7a2.5 2.5 0 0 1 0 4.6M12 10c1.5.5 2.4 1.7 2.5 3.5',
  webhooks: 'M14 2 7 9M14 2 9.5 14 7 9 2 6.5Z',
} as const;

export type IconName = keyof typeof PATHS;

/** A symbol next to a text, which says the same. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
