export const PERSON_ID = '6f1c1a52-7f0b-4b60-9d3e-2f4f8f0f7a11';
export const COMPANY_ID = '0c5e3b1e-5d0c-4f0a-8a43-1b8c2f6c9a02';
export const CALL_LIST_ID = 'b1f5a2d4-9a51-4b0e-8f27-6d1e4c3a7b90';
export const ENTRY_ID = '3d2f8a6c-1c1b-4d9f-a0f5-5b7e9c8d6e21';

/** When the examples were created. */
export const CREATED_AT = '2026-01-12T08:15:00.000Z';
export const UPDATED_AT = '2026-01-31T09:30:00.000Z';
export const CHANGED_AT = '2026-01-31T10:02:17.482Z';

export const ADDRESS = {
  street: '1 Sample Street',
  city: 'Washington',
  region: 'DC',
  postalCode: '20001',
  country: 'US',
};
