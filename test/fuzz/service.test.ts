import { describe, expect, it } from 'vitest';
import { adminApi, idTokenOf, newOrganizationWithAdmin } from '../support/admin.ts';
import { runToolHere } from '../support/command-here.ts';
import { service } from '../support/service.ts';
import { createOwnThings } from './own-things.ts';
import { runFuzz } from './run.ts';
import { serviceTarget } from './service-target.ts';

const REQUESTS = 500;
/** Fixed, so that a failure comes again: `npm run fuzz` tries others. */
const SEED = 20_261_121;

describe.skipIf(service.admin === undefined)('made-up requests', () => {
  it('each get an honest answer in time, which holds nothing of another organization', async () => {
    const { key } = await runToolHere<{ key: string }>(
      'keys',
      [
        ...['create', '--organization', service.first.organizationId, '--name', 'fuzz'],
        ...['--plan', 'high-volume', '--permissions', 'person:read,company:read,call-list:read'],
      ],
      service.toolEnvironment,
    );
    // Keys and webhooks that come of it stay in an organization of its own.
    const { admin, organizationId } = await newOrganizationWithAdmin();
    const idToken = await idTokenOf(admin);
    const target = serviceTarget(service, {
      apiKey: key,
      idToken,
      organizationId,
      ownIds: await createOwnThings(adminApi().url, idToken),
    });
    const { statuses, counterexamples } = await runFuzz({ target, requests: REQUESTS, seed: SEED });
    expect(counterexamples).toEqual([]);
    // It got past the front door.
    expect(statuses.get('200')).toBeGreaterThan(REQUESTS / 50);
  });
});
