import { companyNameOf, listOfCell, sourceIdOf } from '../cells/cell-parts.ts';
import { textOf } from '../cells/cell-values.ts';
import { companyDomainOf } from '../cells/company-domain.ts';
import { emailAddressesOf } from '../cells/email-addresses.ts';
import { type CellRule, customField, recordRules, textRules } from '../cells/field-rules.ts';
import { splitFullName } from '../cells/full-name.ts';
import { contactNameOf } from '../column-names/person-columns.ts';
import { addTyped, type RecordDraft } from '../drafts/record-draft.ts';
import { reasonOf } from '../drafts/row-error.ts';

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
