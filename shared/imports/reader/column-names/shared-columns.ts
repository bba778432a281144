import { CALL_PERMISSION_COLUMNS } from './call-permission-columns.ts';
import { type FieldNames, fieldNames } from './recognize-columns.ts';

/** Names that mean the same for people and companies. */
export const SHARED_COLUMNS: FieldNames = [
  ...fieldNames(`
    callingCode: Calling Code, Country Calling Code, Phone Calling Code, Primary Phone Calling Code,
      Phones / Primary Phone Calling Code, Dialing Code, Dialling Code, Dial Code, Country Dial Code,
      International Dialing Code, Phone Country Code, Primary Phone Country Code,
      Phones / Primary Phone Country Code, Mobile Calling Code, Mobile Country Code, Phone Prefix,
      Country Prefix, ISD Code, Country Code
    timezone: Time Zone, TZ
  `),
  ...CALL_PERMISSION_COLUMNS,
  ...fieldNames(`
    tags: Tags, Tag, Labels, Label
    createdAt: Created At, Create Date, Created Date, Date Created, Created Time, Creation Date, Created
    updatedAt: Updated At, Last Modified Date, Last Modified, Modified Date, Modify Date, Date Updated,
      Modified Time, Update time, Updated
  `),
];

const LOCATION_PARTS = fieldNames(`
  location.street: Street, Street Address, Address Line 1, Line 1, Address 1, Address
  location.city: City
  location.region: State, State/Province, State/Region, Region, Province
  location.postalCode: Postal Code, Zip, Zip Code, Zip/Postal Code, Postcode
  location.country: Country, Country/Region
`);

/**
 * HubSpot and Apollo name the parts of an address plainly; others put its purpose first.
 *
 * @param prefixes separated by commas, most specific first; the last is none
 */
export const locationColumns = (prefixes: string): FieldNames =>
  LOCATION_PARTS.map(([path, names]) => [
    path,
    [...prefixes.split(','), '']
      .flatMap((prefix) => names.split(',').map((name) => `${prefix} ${name}`))
      .join(),
  ]);

/** The street alone lacks the house number, which has its own column. */
const PIPEDRIVE_PARTS = fieldNames(`
  location.street: Full/combined address, Street/road name
  location.city: City/town/village/locality
  location.region: State/county, Region
  location.postalCode: ZIP/Postal code
  location.country: Country
`);

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
  PIPEDRIVE_PARTS.map(([path, names]) => [
    path,
    [`${object} - `, '']
      .flatMap((prefix) =>
        names.split(',').flatMap((name) => addresses.map((of) => `${prefix}${name} of ${of}`)),
      )
      .join(),
  ]);
