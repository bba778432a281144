import { emailAddressOf } from '../../../domain/values/email-address.ts';
import {
  companyNameOf,
  identifierText,
  listedValues,
  listOfCell,
  sourceIdOf,
  textOfListed,
} from '../cells/cell-parts.ts';
import { amountOf, headcountOf, partsOf, textOf } from '../cells/cell-values.ts';
import { companyDomainOf, sharedHostReason } from '../cells/company-domain.ts';
import { type CellRule, customField, recordRules, textRules, valueRule } from '../cells/field-rules.ts';
import { splitFullName } from '../cells/full-name.ts';
import { contactNameOf } from '../column-names/person-columns.ts';
import { addTyped, keepRaw, type RecordDraft, setPart } from '../drafts/record-draft.ts';
import { RowError, reasonOf } from '../drafts/row-error.ts';

/** Where exports that write JSON have an address. */
const ADDRESS_KEYS = ['address', 'value', 'email', 'emailAddress', 'email_address', 'original'];

/**
 * All e-mail addresses in a cell: a list of any form, without placeholders.
 *
 * @throws RowError unless each part is an address: `Nobody, Jr.@nowhere.example` is one malformed address,
 * not two
 */
export const emailAddressesOf = (cell: string): readonly string[] => {
  const listed = listedValues(cell.trim())?.map((value) => textOfListed(value, ADDRESS_KEYS));
  for (const separator of [/:::|[;,|\n]/, /:::|[;|\n]/]) {
    const parts = (listed ?? partsOf(cell, separator)).filter((part) => identifierText(part) !== null);
    const addresses = parts.map(emailAddressOf);
    if (addresses.every((address) => address !== null)) return addresses;
  }
  throw new RowError(`emails: "${cell.trim()}" is not an e-mail address such as nora@nowhere.example`);
};

/** The fields that a column of a file of companies can fill. */
export const COMPANY_FIELDS = recordRules({
  ...textRules('industry', 'description'),
  name: valueRule('name', companyNameOf),
  domain: (draft, cell, _context, _column, warn) => {
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
  'annualRevenue.amount': (draft, cell) => {
    const { amount, currency } = amountOf('annualRevenue.amount', cell);
    setPart(draft, 'annualRevenue', 'amount', amount);
    // A column for the currency itself says more than a sign next to the amount.
    if (currency !== undefined && draft.parts['annualRevenue']?.['currency'] == null) {
      setPart(draft, 'annualRevenue', 'currency', currency);
    }
  },
  'annualRevenue.currency': (draft, cell) => {
    const currency = textOf(cell)?.toUpperCase() ?? null;
    if (currency !== null || draft.parts['annualRevenue']?.['currency'] === undefined) {
      setPart(draft, 'annualRevenue', 'currency', currency);
    }
  },
});

const emails =
  (type: string | null): CellRule<RecordDraft> =>
  (draft, cell) =>
    addTyped(
      draft,
      'emails',
      type,
      emailAddressesOf(cell).map((address) => ({ address, type })),
    );

/** The fields that a column of a file of people can fill. */
export const PERSON_FIELDS = recordRules(
  {
    ...textRules('firstName', 'lastName', 'title'),
    emails: emails(null),
    name: (draft, cell) => {
      draft.fullName = textOf(cell) ?? '';
    },
    companyId: (draft, cell, context, column, warn) => {
      const [id, ...others] = listOfCell(cell, /:::|[;\n]/).flatMap(
        (part) => sourceIdOf('companyId', part) ?? [],
      );
      draft.company.sourceId = id ?? null;
      draft.values['companyId'] = id === undefined ? null : context.idOf('company', context.source, id);
      // A person has one company; which others the source knows must not be lost.
      customField(contactNameOf(column))(draft, others.length > 0 ? cell : '', context, column, warn);
    },
    // A person's record has no place for these two: they find the company, and stay readable as custom
    // fields.
    companyName: (draft, cell, context, column, warn) => {
      draft.company.name = companyNameOf(cell);
      customField(contactNameOf(column))(draft, cell, context, column, warn);
    },
    companyDomain: (draft, cell, context, column, warn) => {
      customField(contactNameOf(column))(draft, cell, context, column, warn);
      try {
        draft.company.domain = companyDomainOf('companyDomain', cell).domain;
      } catch (error) {
        // The custom field has the text.
        warn(reasonOf(error));
      }
    },
  },
  { 'emails.<type>': emails },
);

/** Fills the name from a full name, where the row gives no first and last name of their own. */
export const applyFullName = (draft: RecordDraft): void => {
  const { firstName = null, lastName = null } = draft.values;
  if (draft.fullName === null || firstName !== null || lastName !== null) return;
  Object.assign(draft.values, splitFullName(draft.fullName));
};
