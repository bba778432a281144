import { CALL_PERMISSION_COLUMNS } from './call-permission-columns.ts';
import type { FieldNames } from './recognise-columns.ts';

/** Names that mean the same for people and companies. */
export const SHARED_COLUMNS: FieldNames = [
  [
    'callingCode',
    'Calling Code, Country Calling Code, Phone Calling Code, Primary Phone Calling Code, ' +
      'Phones / Primary Phone Calling Code, Dialing Code, Dialling Code, Dial Code, Country Dial Code, ' +
      'International Dialing Code, Phone Country Code, Primary Phone Country Code, ' +
      'Phones / Primary Phone Country Code, Mobile Calling Code, Mobile Country Code, Phone Prefix, ' +
      'Country Prefix, ISD Code, Country Code',
  ],
  ['timezone', 'Time Zone, TZ'],
  ...CALL_PERMISSION_COLUMNS,
  ['tags', 'Tags, Tag, Labels, Label'],
  ['createdAt', 'Created At, Create Date, Created Date, Date Created, Created Time, Creation Date, Created'],
  [
    'updatedAt',
    'Updated At, Last Modified Date, Last Modified, Modified Date, Modify Date, Date Updated, ' +
      'Modified Time, Update time, Updated',
  ],
];

const LOCATION_PARTS = [
  ['street', 'Street, Street Address, Address Line 1, Line 1, Address 1, Address'],
  ['city', 'City'],
  ['region', 'State, State/Province, State/Region, Region, Province'],
  ['postalCode', 'Postal Code, Zip, Zip Code, Zip/Postal Code, Postcode'],
  ['country', 'Country, Country/Region'],
] as const;

/**
 * HubSpot and Apollo name the parts of an address plainly; others put its purpose first.
 *
 * @param prefixes most specific first
 */
export const locationColumns = (...prefixes: readonly string[]): FieldNames =>
  LOCATION_PARTS.map(([part, names]) => [
    `location.${part}`,
    prefixes.flatMap((prefix) => names.split(',').map((name) => `${prefix} ${name}`)).join(),
  ]);

const PIPEDRIVE_PARTS = [
  // The street alone lacks the house number, which has a column of its own.
  ['street', ['Full/combined address', 'Street/road name']],
  ['city', ['City/town/village/locality']],
  ['region', ['State/county', 'Region']],
  ['postalCode', ['ZIP/Postal code']],
  ['country', ['Country']],
] as const;

/**
 * Pipedrive's columns for the parts of an address, such as `Organization - Country of Address`.
 *
 * @param object the prefix, which some exports of a single object omit
 * @param addresses the names of the address fields
 */
export const pipedriveAddressColumns = (
  object: 'Person' | 'Organization',
  ...addresses: readonly string[]
): FieldNames =>
  PIPEDRIVE_PARTS.map(([part, names]) => [
    `location.${part}`,
    [`${object} - `, '']
      .flatMap((prefix) => names.flatMap((name) => addresses.map((of) => `${prefix}${name} of ${of}`)))
      .join(),
  ]);
