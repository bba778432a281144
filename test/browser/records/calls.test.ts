import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { CALL_EXAMPLE } from '../../../shared/kinds/call.ts';
import { storeCalls } from '../../support/records/store-calls.ts';
import { goTo } from '../support/view-paths.ts';
import { organizationIdOf, test, useOwnOrganization } from '../support/visit.ts';

useOwnOrganization();

test('lists calls, and shows how long one took', async ({ visit }) => {
  const id = randomUUID();
  const call = { ...CALL_EXAMPLE[0], id, personId: null, companyId: null, callListId: null };
  await storeCalls(await organizationIdOf(), [call]);
  const { page } = await visit({ as: 'admin', path: 'organization/data/calls' });
  const table = page.getByRole('table', { name: 'Calls', exact: true });
  await table.getByText('Meeting booked').waitFor();
  await goTo(page, `organization/data/calls/${id}`);
  const facts = page.getByRole('main').locator('dl').first();
  await facts.getByText('Duration').waitFor();
  expect(await facts.textContent()).toContain('5 min 12 s');
});
