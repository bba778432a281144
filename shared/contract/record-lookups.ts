/** A lookup replaces the filters and the order of a collection. */
export const LOOKUP = { onlyWith: ['limit', 'cursor', 'fields'] } as const;

const RECORD_LOOKUPS = {
  id: { kind: 'ids', maximum: 100, ...LOOKUP },
  externalId: { kind: 'external-id', ...LOOKUP },
  phone: { kind: 'phone', ...LOOKUP },
} as const;

/** The parameters by which both APIs look up people. */
export const PERSON_LOOKUPS = {
  ...RECORD_LOOKUPS,
  email: { kind: 'email', ...LOOKUP },
  companyId: { kind: 'uuid', ...LOOKUP },
} as const;

/** The parameters by which both APIs look up companies. */
export const COMPANY_LOOKUPS = { ...RECORD_LOOKUPS, domain: { kind: 'domain', ...LOOKUP } } as const;
