import { listOfCell as exportedValues } from '../../../contract/records/record-csv.ts';
import { MAX_CUSTOM_FIELDS } from '../../../domain/fields.ts';
import { callBanOf } from '../../../domain/readings/calls.ts';
import { companyDomainOf, sharedHostReason } from '../../../domain/readings/company-domain.ts';
import { isDeletion } from '../../../domain/readings/deletions.ts';
import { completedName, isFormOfAddress, withoutSalutation } from '../../../domain/readings/full-name.ts';
import { numberOriginOf, originOfRow, phonesOf, unreadReason } from '../../../domain/readings/phones.ts';
import {
  amountOf,
  booleanOf,
  employerOf,
  headcountOf,
  identifierText,
  listedValues,
  listOfCell,
  saysCompany,
  sourceIdOf,
  textOf,
  textOfListed,
} from '../../../domain/readings/values.ts';
import { uuidOf } from '../../../domain/uuid.ts';
import { emailAddressOf } from '../../../domain/values/email-address.ts';
import { COMPANY } from '../../../kinds/company.ts';
import type { Fields } from '../../../kinds/fields.ts';
import { PERSON } from '../../../kinds/person.ts';
import { PHONE_TYPES, type PhoneType } from '../../../kinds/phone-fields.ts';
import {
  type CellRule,
  customField,
  declaredRules,
  type FieldRules,
  READINGS,
  type RowContext,
  type Rules,
  speaking,
  unknownColumn,
} from '../cells/field-rules.ts';
import { contactNameOf } from '../columns/recognize.ts';
import { addTyped, keepRaw, type RecordDraft, setPart } from '../drafts/record-draft.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';

type Rule = CellRule<RecordDraft>;

/** Where exports that write JSON have an address. */
const ADDRESS_KEYS = ['address', 'value', 'email', 'emailAddress', 'email_address', 'original'];

/**
 * All email addresses in a cell: a list of any form, without placeholders.
 *
 * @throws RowError unless each part is an address: `Nobody, Jr.@nowhere.example` is one malformed address,
 * not two
 */
export const emailAddressesOf = (cell: string): readonly string[] => {
  const listed = listedValues(cell.trim())?.map((value) => textOfListed(value, ADDRESS_KEYS));
  for (const separator of [/:::|[;,|\n]/, /:::|[;|\n]/, /[\s/,;]+/]) {
    const parts = (listed ?? cell.split(separator)).filter((part) => identifierText(part) !== null);
    const addresses = parts.map(emailAddressOf);
    if (addresses.every((address) => address !== null)) return addresses;
  }
  throw new RowError(`emails: "${cell.trim()}" is not an email address such as nora@nowhere.example`);
};

const emails =
  (type: string | null): Rule =>
  (draft, cell) =>
    addTyped(
      draft,
      'emails',
      type,
      emailAddressesOf(cell).map((address) => ({ address, type })),
    );

const phones =
  (type: PhoneType): Rule =>
  (draft, cell, { region }, _column, warn) => {
    const origin = originOfRow(draft.numberOrigin, draft.parts['location']?.['country'], region);
    const all = phonesOf(cell, type, origin);
    addTyped(draft, 'phones', type, all);
    for (const { number, raw } of all) {
      if (number === null) warn(unreadReason('phones', raw ?? '', origin));
    }
  };

const extension =
  (type?: string): Rule =>
  (draft, cell) => {
    const text = textOf(cell)?.replace(/^(?:ext\.?|x)\s*|\.0$/gi, '');
    if (text) draft.extensions.push([type, text.slice(0, 20)]);
  };

/** Where a value has no field of its own, it stays readable as a custom field as well. */
const alsoCustom =
  (rule: Rule): Rule =>
  (draft, cell, context, column, warn) => {
    unknownColumn(contactNameOf(column))(draft, cell, context, column, warn);
    rule(draft, cell, context, column, warn);
  };

/** The id of a record of this service, in a file that it exported. */
const ownId = (text: string, { isOwn }: RowContext): string | undefined =>
  isOwn === true ? uuidOf(text) : undefined;

/** Google marks its own groups: `* myContacts ::: VIP`. */
const BULLETS = /(^|:::\s*)\* /g;

/** What people and companies have in common, besides declared fields of one value. */
const SHARED: Rules<RecordDraft> = {
  id: (draft, cell, context) => {
    const id = ownId(cell, context);
    if (id === undefined) draft.sourceId = sourceIdOf('id', cell);
    else draft.id = id;
  },
  // One column is enough to forbid calls, and a blank cell leaves a ban as it is.
  doNotCall: (draft, cell, _context, column) => {
    const isBanned = callBanOf(cell, column);
    if (isBanned !== null && draft.values['doNotCall'] !== true) draft.values['doNotCall'] = isBanned;
  },
  // One column is enough to delete a record.
  deleted: (draft, cell) => {
    draft.isDeleted ||= isDeletion(cell);
  },
  tags: (draft, cell, context, column, warn) => {
    const isOwn = context.isOwn === true;
    const tags = isOwn ? exportedValues(cell) : [...new Set(listOfCell(cell.replaceAll(BULLETS, '$1')))];
    draft.values['tags'] = [...tags];
    for (const tag of tags) speaking('', () => undefined)(draft, tag, context, column, warn);
  },
  // A record has no place for the calling code of its numbers.
  callingCode: alsoCustom((draft, cell, _context, column) => {
    Object.assign(draft.numberOrigin, numberOriginOf(cell, column));
  }),
  extension: extension(),
  phones: phones('other'),
  ...Object.fromEntries(PHONE_TYPES.map((type) => [`phones.${type}`, phones(type)])),
  customFields: (draft, cell) => {
    if (cell.trim() === '') return;
    try {
      for (const [name, value] of Object.entries(JSON.parse(cell))) draft.customFields.set(name, value);
    } catch {
      throw new RowError('customFields: is not valid JSON');
    }
  },
};

type Named<Draft> = Readonly<Record<string, (name: string) => CellRule<Draft>>>;

const SHARED_NAMED: Named<RecordDraft> = {
  'externalIds.<source>': (source) => (draft, cell) => {
    const id = sourceIdOf('externalIds', cell);
    if (id !== null) draft.externalIds.push({ source, id });
  },
  'customFields.<name>': customField,
  'extension.<type>': extension,
};

/** Paths that only files of this service, or the importer itself, use. */
const UNDOCUMENTED =
  /^(?:phones|emails|externalIds)\.(?:number|extension|raw|doNotCall|address|type|source|id)$|^extension|^isCompany$|^customFields$/;

/**
 * The fields of a kind of record: the declared ones, by their types, and those of its own.
 *
 * @param ownNamed by path that ends in a name of the caller's choice, such as `emails.<type>`
 */
const recordRules = (
  fields: Fields,
  own: Rules<RecordDraft>,
  ownNamed: Named<RecordDraft> = {},
): FieldRules<RecordDraft> => {
  const { changedAt: _, ...rules } = { ...declaredRules(fields), ...SHARED, ...own };
  const named = Object.entries({ ...ownNamed, ...SHARED_NAMED });
  return {
    paths: [...Object.keys(rules), ...named.map(([path]) => path)].filter((path) => !UNDOCUMENTED.test(path)),
    ruleOf(path) {
      if (Object.hasOwn(rules, path)) return rules[path];
      if (path === 'customFields.__proto__') return undefined;
      for (const [pattern, ruleOf] of named) {
        const prefix = pattern.slice(0, pattern.indexOf('<'));
        if (path.startsWith(prefix) && path.length > prefix.length) return ruleOf(path.slice(prefix.length));
      }
      return undefined;
    },
  };
};

/** The fields that a column of a file of companies can fill. */
export const COMPANY_FIELDS = recordRules(COMPANY.fields, {
  domain: (draft, cell, { isOwn }, _column, warn) => {
    if (isOwn === true) {
      draft.values['domain'] = cell || null;
      return;
    }
    const { domain, sharedHost } = companyDomainOf('domain', cell);
    draft.values['domain'] = domain;
    if (sharedHost === undefined) return;
    warn(sharedHostReason(sharedHost));
    keepRaw(draft, 'domain', cell);
  },
  employeeCount: (draft, cell) => {
    const { count, isRange } = headcountOf('employeeCount', cell);
    draft.values['employeeCount'] = count;
    // The lower bound is certain; the range itself must not be lost.
    if (isRange) keepRaw(draft, 'employeeCount', cell);
  },
  'annualRevenue.amount': (draft, cell, { isOwn }) => {
    const isExact = isOwn === true && cell !== '' && Number.isFinite(Number(cell));
    const { amount, currency } = isExact
      ? { amount: Number(cell), currency: undefined }
      : amountOf('annualRevenue.amount', cell);
    setPart(draft, 'annualRevenue', 'amount', amount);
    // A column for the currency itself says more than a sign next to the amount.
    if (currency !== undefined && draft.parts['annualRevenue']?.['currency'] == null) {
      setPart(draft, 'annualRevenue', 'currency', currency);
    }
  },
  'annualRevenue.currency': (draft, cell, context, column) => {
    const currency = READINGS.currency('annualRevenue.currency', cell, context, column);
    if (currency !== null || draft.parts['annualRevenue']?.['currency'] === undefined) {
      setPart(draft, 'annualRevenue', 'currency', currency);
    }
  },
});

const { firstName, title } = declaredRules(PERSON.fields);

/** The fields that a column of a file of people can fill. */
export const PERSON_FIELDS = recordRules(
  PERSON.fields,
  {
    firstName: (draft, cell, context, ...rest) =>
      firstName?.(draft, context.isOwn === true ? cell : withoutSalutation(cell), context, ...rest),
    title: (draft, cell, context, ...rest) => {
      if (context.isOwn !== true && isFormOfAddress(cell))
        throw new RowError(`title: "${cell.trim()}" is a form of address, no job title`);
      title?.(draft, cell, context, ...rest);
    },
    emails: emails(null),
    name: speaking('name', (draft, cell) => {
      draft.fullName = textOf(cell) ?? '';
    }),
    isCompany: alsoCustom((_draft, cell, _context, column) => {
      if (saysCompany(cell)) {
        throw new RowError(`${column}: the row is a company: import it with the companies (--companies)`);
      }
    }),
    companyId: (draft, cell, context, column, warn) => {
      const own = ownId(cell, context);
      const [id, ...others] = listOfCell(cell, /:::|[;\n]/).flatMap(
        (part) => sourceIdOf('companyId', part) ?? [],
      );
      draft.company.sourceId = own === undefined ? (id ?? null) : null;
      draft.values['companyId'] =
        own ?? (id === undefined ? null : context.idOf('company', context.source, id));
      // A person has one company; which others the source knows must not be lost.
      customField(contactNameOf(column))(draft, others.length > 0 ? cell : '', context, column, warn);
    },
    companyName: alsoCustom((draft, cell) => {
      draft.company.name = employerOf(cell);
    }),
    companyDomain: alsoCustom((draft, cell, _context, _column, warn) => {
      try {
        draft.company.domain = companyDomainOf('companyDomain', cell).domain;
      } catch (error) {
        // The custom field has the text.
        warn(reasonOf(error));
      }
    }),
  },
  { 'emails.<type>': emails },
);

/** Fields that no item of an exported list lacks. */
const ALWAYS_GIVEN = new Set(
  'phones.type phones.doNotCall emails.address externalIds.source externalIds.id'.split(' '),
);

/** The items of a list of an export, from one column for each of their fields. */
const exportedItems = (columns: Readonly<Record<string, string>>): readonly unknown[] => {
  const lists = Object.entries(columns).map(([leaf, cell]) => [leaf, exportedValues(cell)] as const);
  const exported = (leaf: string, text: string): unknown => {
    if (text === '') return null;
    if (leaf === 'doNotCall') return booleanOf('phones.doNotCall', text);
    // A spreadsheet takes the plus sign of a number away.
    return leaf === 'number' && /^\d{7,15}$/.test(text) ? `+${text}` : text;
  };
  const length = Math.max(...lists.map(([, values]) => values.length));
  return Array.from({ length }, (_, at) =>
    Object.fromEntries(lists.map(([leaf, values]) => [leaf, exported(leaf, values[at] ?? '')])),
  );
};

/** Completes a draft from columns that belong together: names, lists of exports, extensions. */
export const completeRecord = (
  draft: RecordDraft,
  warn: (reason: string) => void = () => undefined,
): void => {
  for (const [name, columns] of Object.entries(draft.lists)) {
    const values = exportedItems(columns);
    // A blank cell of a field that may be null does not tell whether there is an item.
    if (values.length > 0 || Object.keys(columns).some((leaf) => ALWAYS_GIVEN.has(`${name}.${leaf}`))) {
      draft.typed[name] = { types: 'all', values: [...values] };
    }
  }
  for (const [type, text] of draft.extensions) {
    const phone = draft.typed['phones']?.values.find((each) => {
      const { type: own, number, extension: known } = Object(each);
      return number !== null && known === null && (type === undefined || own === type);
    });
    if (phone !== undefined) Object.assign(Object(phone), { extension: text });
  }
  if (draft.customFields.size > MAX_CUSTOM_FIELDS) {
    const given = [...draft.customFields].filter(([, value]) => value !== undefined);
    for (const [name] of given.slice(MAX_CUSTOM_FIELDS)) draft.customFields.delete(name);
    if (given.length > MAX_CUSTOM_FIELDS) {
      warn(`customFields: only the first ${MAX_CUSTOM_FIELDS} of ${given.length} are kept`);
    }
  }
  if (draft.fullName === null) return;
  const { firstName = null, lastName = null } = draft.values as Partial<Record<string, string | null>>;
  Object.assign(draft.values, completedName(draft.fullName, { firstName, lastName }));
};
