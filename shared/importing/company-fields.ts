import { amountOf, integerOf, textOf } from './cell-values.ts';
import { type FieldRules, recordRules, textRules } from './field-rules.ts';
import { type RecordDraft, setPart } from './record-draft.ts';

/** The bare host name that a domain cell means: `https://www.example.com/` is `example.com`. */
const domainOf = (cell: string): string | null =>
  textOf(
    cell
      .trim()
      .toLowerCase()
      .replace(/^https?:\/\//, '')
      .replace(/^www\./, '')
      .replace(/\/.*$/, ''),
  );

/** The fields that a column of a file of companies can fill. */
export const COMPANY_FIELDS: FieldRules<RecordDraft> = recordRules(
  {
    ...textRules('name', 'industry', 'description'),
    domain: (draft, cell) => {
      draft.values['domain'] = domainOf(cell);
    },
    employeeCount: (draft, cell) => {
      draft.values['employeeCount'] = integerOf('employeeCount', cell);
    },
    'annualRevenue.amount': (draft, cell) => {
      const { amount, currency } = amountOf('annualRevenue.amount', cell);
      setPart(draft, 'annualRevenue', 'amount', amount);
      // A column for the currency itself says more than a sign beside the amount.
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
  },
  { withoutEmails: true },
);
