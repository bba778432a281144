import { companyNameOf } from '../cells/cell-parts.ts';
import { amountOf, headcountOf, textOf } from '../cells/cell-values.ts';
import { companyDomainOf, sharedHostReason } from '../cells/company-domain.ts';
import { recordRules, textRules, valueRule } from '../cells/field-rules.ts';
import { keepRaw, setPart } from '../drafts/record-draft.ts';

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
});
