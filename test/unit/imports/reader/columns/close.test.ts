import { expect, test } from 'vitest';
import { company, companyId, email, importCompany, importPerson, person, phone } from './import-row.ts';

test('reads a Close export of contacts with leads as companies', () => {
  const { record, notes } = importPerson({
    lead_id: 'lead_A',
    contact_id: 'cont_A',
    lead_name: 'Nowhere Inc.',
    lead_status: 'Qualified',
    contact_name: 'Nora Nobody',
    title: 'CTO',
    primary_phone: '202-555-0143',
    primary_phone_type: 'office',
    mobile_phone: '202-555-0144',
    office_phone: '202-555-0145',
    direct_phone: '202-555-0146',
    primary_email: 'nora@nowhere.example',
    primary_email_type: 'office',
    other_emails: 'nora@elsewhere.example',
    date_created: '2024-03-01T10:22:33.123000+00:00',
    date_updated: '2024-03-02T10:22:33.123000+00:00',
  });
  expect(record).toEqual(
    person('cont_A', {
      firstName: 'Nora',
      lastName: 'Nobody',
      title: 'CTO',
      companyId: companyId('lead_A'),
      phones: [
        phone('work', '202-555-0146'),
        phone('work', '202-555-0145'),
        phone('mobile', '202-555-0144'),
        phone('other', '202-555-0143'),
      ],
      emails: [email('nora@nowhere.example'), email('nora@elsewhere.example')],
      createdAt: '2024-03-01T10:22:33.123Z',
      updatedAt: '2024-03-02T10:22:33.123Z',
      customFields: {
        lead_name: 'Nowhere Inc.',
        lead_status: 'Qualified',
        primary_phone_type: 'office',
        primary_email_type: 'office',
      },
    }),
  );
  expect(notes).toEqual({});
});

test('reads a Close export of leads', () => {
  const { record, notes } = importCompany({
    id: 'lead_A',
    display_name: 'Nowhere Inc.',
    description: 'Makes nothing.',
    url: 'https://nowhere.example',
    status_label: 'Qualified',
    primary_contact_name: 'Nora Nobody',
    primary_contact_primary_phone: '202-555-0143',
    primary_contact_primary_email: 'nora@nowhere.example',
    created_by: 'user_A',
    date_created: '2024-03-01T10:22:33.123000+00:00',
    html_url: 'https://app.close.example/lead/lead_A/',
    address_1_address_1: '1 Nowhere Lane',
    address_1_city: 'Springfield',
    address_1_state: 'WA',
    address_1_zip: '99999',
    address_1_country: 'US',
    address_2_city: 'Shelbyville',
  });
  expect(record).toEqual(
    company('lead_A', {
      name: 'Nowhere Inc.',
      description: 'Makes nothing.',
      websiteUrl: 'https://nowhere.example',
      createdAt: '2024-03-01T10:22:33.123Z',
      location: {
        street: '1 Nowhere Lane',
        city: 'Springfield',
        region: 'WA',
        postalCode: '99999',
        country: 'US',
      },
      customFields: {
        status_label: 'Qualified',
        primary_contact_name: 'Nora Nobody',
        primary_contact_primary_phone: '202-555-0143',
        primary_contact_primary_email: 'nora@nowhere.example',
        created_by: 'user_A',
        html_url: 'https://app.close.example/lead/lead_A/',
        address_2_city: 'Shelbyville',
      },
    }),
  );
  expect(notes).toEqual({});
});
