import { IDENTITIES, KIND_NAMES, nounOf, pluralOf, readersOf } from '../../kinds/names.ts';

/** Names in a sentence. */
export const listOf = (names: readonly string[], word: 'and' | 'or'): string =>
  names
    .map((name) => `\`${name}\``)
    .join(', ')
    .replace(/, ([^,]*)$/, ` ${word} $1`);

/** The permissions to list all kinds of records, in a sentence. */
export const listPermissionsText = (): string =>
  listOf([...new Set(KIND_NAMES.map((kind) => IDENTITIES[kind].list))], 'or');

export const PAGING = {
  limit: 'The maximum number of items per page.',
  cursor:
    'The `nextCursor` of the previous page. It never expires, and is valid only with the same filters ' +
    'and sort.',
};

export const NO_CONTACT_DETAILS =
  'Without the permission `person.contact:read`, `emails` and `phones` of people are empty, ' +
  '`linkedinUrl` and `location.street` are `null`, and custom fields with such values are omitted';

export const TRUNCATED = 'Digits beyond milliseconds are truncated.';

export const NO_PHONES = 'Without the permission `person.contact:read`, `phone` is `null`.';

export const fieldsText = (example: string): string =>
  `Only these fields, as comma-separated paths, such as \`${example}\`. ` +
  'A path may lead into the items of a list (`phones.number`) and to a custom field ' +
  '(`customFields.tier`), which is `null` where it is absent. ' +
  'The `id` of a record is always returned; all other fields are omitted, also those that the schema ' +
  'requires. Paths to contact details require `person.contact:read`.';

export const CALLABILITY = '`callability` adds whether and when to call the number';

export const CALLABILITY_NEEDS =
  'It requires the permissions `person:read`, `person.contact:read` and `company:read`, and a service ' +
  'whose operator has enabled it. It is not legal advice.';

export const collectionDescription = (what: string): string =>
  `Returns all ${what} of the organization sorted by \`changedAt\`, then \`id\`. ` +
  'One that changes while you read the pages may come again on a later page. ' +
  'Every page but the last has a `nextCursor` and the equivalent `Link` header. ' +
  'The last page has `eventCursor` and `nextChangedSince`: continue with either to get what changed ' +
  'since.';

export const CHANGED_SINCE =
  'Only what changed at or after this RFC 3339 date-time, inclusive. ' +
  `${TRUNCATED} To read only what changed since your previous scan, send the \`nextChangedSince\` of its ` +
  'last page. `totalCount` then is the number when the first page was read.';

export const COUNT_TEXT =
  '`none` leaves `totalCount` `null`, for programs that do not show it. `exact` counts in any case: by ' +
  'default, `totalCount` is `null` beyond 10,000 matches by time or name.';

export const COLLECTION_PARAMETERS = {
  ...PAGING,
  count: COUNT_TEXT,
  limit:
    'The maximum number of items per page. A page has fewer if they exceed the response size, or if ' +
    'some were deleted meanwhile; `nextCursor` continues from there.',
  changedSince: CHANGED_SINCE,
  sort: 'Sorts by change: longest ago first, or latest first with `-`.',
};

export const lookupsDescription = (names: string): string =>
  `A lookup returns the records that have a value: send one of ${names}, alone or with \`limit\` and ` +
  '`cursor`. All matches are returned: ordered by `id`, with `name=` by name, and with ' +
  'a parameter that takes ' +
  'many values in their order, then by `changedAt`. A change is found within a second or two, and a record ' +
  'that no longer has the value is never returned.\n\nA lookup of many values counts as ' +
  'one request. Values ' +
  'that mean the same count once, and a record with two of them is returned once. ' +
  '`notFound` has the values ' +
  'that no record has. The records with a value that more than 500 have are ordered by `id`.';

export const MANY = 'Repeat it for up to 100 different values.';

export const lookupParameters = (what: string) => ({
  id:
    `The ${what} with these ids, in this order: up to 100, separated by commas or in repeated parameters. ` +
    '`notFound` has unknown ids.',
  externalId:
    `The ${what} with this external id, as \`source:id\`, such as \`hubspot:1001\`. ` +
    'The source ends at the first colon.',
  phone:
    `The ${what} with this phone number, in E.164 such as \`+12025550143\`. ` +
    'Encode the plus sign as `%2B`, or send it as it is.',
  ownerId: `The ${what} of this owner, as the source calls it, in any case.`,
  tag: `The ${what} with this tag, in any case.`,
});

/** Which permissions let a key read each kind: one of those of the kind. */
export const readersText = (): string =>
  KIND_NAMES.map((kind) => {
    const permissions = readersOf(kind).map((permission) => `\`${permission}\``);
    return `${nounOf(pluralOf(kind))} ${permissions.join(' or ')}`;
  })
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');
