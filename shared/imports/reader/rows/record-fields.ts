import { listOfCell as exportedValues } from '../../../contract/records/record-csv.ts';
import { MAX_CUSTOM_FIELDS } from '../../../domain/fields.ts';
import { callBanOf } from '../../../domain/readings/calls.ts';
import { companyDomainOf, sharedHostReason } from '../../../domain/readings/company-domain.ts';
import { isDeletion } from '../../../domain/readings/deletions.ts';
import {
  completedName,
  isFormOfAddress,
  isUnsplit,
  withoutSalutation,
} from '../../../domain/readings/full-name.ts';
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
import { emailAddressOf } from '../../../domain/values/email-address.ts';
import { KINDS } from '../../../kinds/kinds.ts';
import type { PlainKind } from '../../../kinds/names.ts';
import { PERSON } from '../../../kinds/person.ts';
import { PHONE_TYPES, type PhoneType } from '../../../kinds/phone-fields.ts';
import {
  type CellRule,
  type CellWarning,
  customField,
  declaredRules,
  type FieldRules,
  ownId,
  READINGS,
  type RowContext,
  type Rules,
  readId,
  remark,
  speakingRules,
  unknownColumn,
} from '../cells/field-rules.ts';
import { type CustomNamer, customNamer } from '../columns/recognize.ts';
import { addTyped, keepRaw, type RecordDraft, setPart } from '../drafts/record-draft.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';

type Rule = CellRule<RecordDraft>;
type Warn = (warning: CellWarning) => void;

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
  (contactNameOf: CustomNamer, rule: Rule): Rule =>
  (draft, cell, context, column, warn) => {
    unknownColumn(contactNameOf(column))(draft, cell, context, column, warn);
    rule(draft, cell, context, column, warn);
  };

/** Google marks its own groups: `* myContacts ::: VIP`. */
const BULLETS = /(^|:::\s*)\* /g;

/** What a row tells of another record, or of which only the whole row decides what becomes. */
const named =
  (path: string): Rule =>
  (draft, cell) => {
    draft.named[path] = identifierText(cell) ?? '';
  };

type Named<Draft> = Readonly<Record<string, (name: string) => CellRule<Draft>>>;

interface Extras {
  readonly rules: Rules<RecordDraft>;
  /** By path that ends in a name of the caller's choice, such as `emails.<type>`. */
  readonly named?: Named<RecordDraft>;
}

/** What every kind has besides declared fields of one value. */
const SHARED: Extras = {
  rules: {
    id: readId,
    // One column is enough to delete a record.
    deleted: (draft, cell) => {
      draft.isDeleted ||= isDeletion(cell);
    },
    customFields: (draft, cell) => {
      if (cell.trim() === '') return;
      try {
        for (const [name, value] of Object.entries(JSON.parse(cell))) draft.customFields.set(name, value);
      } catch {
        throw new RowError('customFields: is not valid JSON');
      }
    },
  },
  named: {
    'externalIds.<source>': (source) => (draft, cell) => {
      const id = sourceIdOf('externalIds', cell);
      if (id !== null) draft.externalIds.push({ source, id });
    },
    'customFields.<name>': customField,
  },
};

/** What kinds have besides, that have a field of this name. */
const OF_FIELD: Readonly<Record<string, (contactNameOf: CustomNamer) => Extras>> = {
  doNotCall: () => ({
    rules: {
      // One column is enough to forbid calls, and a blank cell leaves a ban as it is.
      doNotCall: (draft, cell, _context, column) => {
        const isBanned = callBanOf(cell, column);
        if (isBanned !== null && draft.values['doNotCall'] !== true) draft.values['doNotCall'] = isBanned;
      },
    },
  }),
  tags: () => ({
    rules: {
      tags: (draft, cell, context, column, warn) => {
        const isOwn = context.isOwn === true;
        const tags = isOwn ? exportedValues(cell) : [...new Set(listOfCell(cell.replaceAll(BULLETS, '$1')))];
        draft.values['tags'] = [...tags];
        for (const tag of tags) remark(draft, tag, context, column, warn);
      },
    },
  }),
  phones: (contactNameOf) => ({
    rules: {
      // A record has no place for the calling code of its numbers.
      callingCode: alsoCustom(contactNameOf, (draft, cell, _context, column) => {
        Object.assign(draft.numberOrigin, numberOriginOf(cell, column));
      }),
      extension: extension(),
      phones: phones('other'),
      ...Object.fromEntries(PHONE_TYPES.map((type) => [`phones.${type}`, phones(type)])),
    },
    named: { 'extension.<type>': extension },
  }),
  emails: () => ({ rules: { emails: emails(null) }, named: { 'emails.<type>': emails } }),
  // How a row names the records that it refers to.
  personId: () => ({ rules: { email: named('email') } }),
  companyId: (contactNameOf) => ({
    rules: {
      companyId: (draft, cell, context, column, warn) => {
        const own = ownId(cell, context);
        const [id, ...others] = listOfCell(cell, /:::|[;\n]/).flatMap(
          (part) => sourceIdOf('companyId', part) ?? [],
        );
        draft.company.sourceId = own === undefined ? (id ?? null) : null;
        draft.values['companyId'] =
          own ?? (id === undefined ? null : context.idOf('company', context.source, id));
        // A record has one company; which others the source knows must not be lost.
        customField(contactNameOf(column))(draft, others.length > 0 ? cell : '', context, column, warn);
      },
      companyName: alsoCustom(contactNameOf, (draft, cell) => {
        draft.company.name = employerOf(cell);
      }),
      companyDomain: alsoCustom(contactNameOf, (draft, cell, _context, _column, warn) => {
        try {
          draft.company.domain = companyDomainOf('companyDomain', cell).domain;
        } catch (error) {
          // The custom field has the text.
          warn(reasonOf(error));
        }
      }),
    },
  }),
  callListId: () => ({ rules: { callListName: named('callListName') } }),
  // Which entry it is depends on the list.
  callListEntryId: () => ({ rules: { callListEntryId: named('callListEntryId') } }),
  // Which of two numbers is the other party's depends on the direction.
  direction: () => ({ rules: { 'phone.from': named('phone.from'), 'phone.to': named('phone.to') } }),
};

const { firstName, title } = declaredRules(PERSON.fields);

/** Fields that are read otherwise than their types, and columns without a field of their own. */
const OF_KIND: Readonly<Partial<Record<PlainKind, (contactNameOf: CustomNamer) => Rules<RecordDraft>>>> = {
  company: () => ({
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
  }),
  person: (contactNameOf) => ({
    firstName: (draft, cell, context, ...rest) =>
      firstName?.(draft, context.isOwn === true ? cell : withoutSalutation(cell), context, ...rest),
    title: (draft, cell, context, ...rest) => {
      if (context.isOwn !== true && isFormOfAddress(cell))
        throw new RowError(`title: "${cell.trim()}" is a form of address, no job title`);
      title?.(draft, cell, context, ...rest);
    },
    name: (draft, cell) => {
      draft.fullName = textOf(cell) ?? '';
    },
    isCompany: alsoCustom(contactNameOf, (_draft, cell, _context, column) => {
      if (saysCompany(cell)) {
        throw new RowError(`${column}: the row is a company: import it with the companies (--companies)`);
      }
    }),
  }),
};

/** Paths that only files of this service, or the importer itself, use. */
const UNDOCUMENTED =
  /^(?:phones|emails|externalIds)\.(?:number|extension|raw|doNotCall|address|type|source|id)$|^extension|^isCompany$|^customFields$/;

/** The fields that a column of a file of a kind can fill: the declared ones, by their types, and others. */
export const recordRules = (kind: PlainKind): FieldRules<RecordDraft> => {
  const { fields } = KINDS[kind];
  const contactNameOf = customNamer(kind);
  const extras = [
    SHARED,
    ...Object.keys(fields).flatMap((name) => OF_FIELD[name]?.(contactNameOf) ?? []),
    { rules: OF_KIND[kind]?.(contactNameOf) ?? {} },
  ];
  const { changedAt: _, ...rules } = speakingRules(
    Object.assign({ ...declaredRules(fields) }, ...extras.map((each) => each.rules)),
  );
  const patterns = extras.flatMap((each) => Object.entries(each.named ?? {})).toReversed();
  return {
    paths: [...Object.keys(rules), ...patterns.map(([path]) => path)].filter(
      (path) => !UNDOCUMENTED.test(path),
    ),
    ruleOf(path) {
      if (Object.hasOwn(rules, path)) return rules[path];
      if (path === 'customFields.__proto__') return undefined;
      for (const [pattern, ruleOf] of patterns) {
        const prefix = pattern.slice(0, pattern.indexOf('<'));
        if (path.startsWith(prefix) && path.length > prefix.length) return ruleOf(path.slice(prefix.length));
      }
      return undefined;
    },
  };
};

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

/** The number of the other party, and the list that a row names. */
const completeReferences = (draft: RecordDraft, context: RowContext, warn: Warn): void => {
  const { named: texts, values, parts } = draft;
  const { 'phone.from': from, 'phone.to': to, callListName: list } = texts;
  const other = values['direction'] === 'inbound' ? (from ?? to) : (to ?? from);
  if (other !== undefined && typeof parts['phone']?.['number'] !== 'string') {
    try {
      setPart(draft, 'phone', 'number', READINGS['phone-number']('phone.number', other, context, ''));
    } catch (error) {
      keepRaw(draft, 'phone.number', other);
      warn({ field: 'phone.number', value: other, reason: reasonOf(error) });
    }
  }
  if (list && typeof values['callListId'] !== 'string') {
    values['callListId'] = context.idOf('call_list', context.source, 'name', list.toLowerCase());
  }
};

/** Completes a draft from columns that belong together: names, lists of exports, extensions, references. */
export const completeRecord = (
  draft: RecordDraft,
  context: RowContext,
  warn: Warn = () => undefined,
): void => {
  completeReferences(draft, context, warn);
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
      const reason = `customFields: only the first ${MAX_CUSTOM_FIELDS} of ${given.length} are kept`;
      warn({ field: 'customFields', value: '', reason });
    }
  }
  const { fullName, numberOrigin, parts } = draft;
  if (fullName === null) return;
  const { firstName = null, lastName = null } = draft.values as Partial<Record<string, string | null>>;
  const { region } = originOfRow(numberOrigin, parts['location']?.['country'], context.region);
  const names = completedName(fullName, { firstName, lastName }, region);
  Object.assign(draft.values, names);
  if (firstName !== null || !isUnsplit(names)) return;
  const reason = `name: "${fullName}" stays whole, as a first name: nothing tells where the family name ends`;
  warn({
    field: 'name',
    value: fullName,
    reason: `${reason} (a space does, or the country of a Chinese name)`,
  });
};
