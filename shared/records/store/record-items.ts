import { COMPANY, type Company } from '../../kinds/company.ts';
import type { PlainKind } from '../../kinds/names.ts';
import { PERSON, type Person } from '../../kinds/person.ts';
import { withoutAbsent } from '../../table/items/attributes.ts';
import { changeKeys } from '../../table/items/change-keys.ts';
import { recordKeyOf } from '../../table/items/keys.ts';
import { recordReader } from './record-reader.ts';

/** Makes the items of the records of a kind that has no code of its own. */
export const recordWriter = <T extends { readonly id: string; readonly changedAt: string }>(
  kind: PlainKind,
) => {
  const keyOf = recordKeyOf(kind);
  return (organizationId: string, record: T): Record<string, unknown> => ({
    ...withoutAbsent(record),
    ...keyOf(organizationId, record.id),
    ...changeKeys(organizationId, kind, record),
  });
};

// Bundles keep the argument of a call that they omit, but nothing of a function.
export const personFromItem = /* @__PURE__ */ (() => recordReader(PERSON.fields))();
export const personToItem = /* @__PURE__ */ recordWriter<Person>('person');
export const companyFromItem = /* @__PURE__ */ (() => recordReader(COMPANY.fields))();
export const companyToItem = /* @__PURE__ */ recordWriter<Company>('company');
