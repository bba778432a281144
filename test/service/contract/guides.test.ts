import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ORGANIZATION_ID } from '../../../infra/demo-ids.ts';
import { PERMISSIONS } from '../../../shared/contract/keys/permissions.ts';
import { guideEnvironment, sampleDataIndexed } from '../../guides/guide-environment.ts';
import { runGuide } from '../../guides/run-guide.ts';
import { ROOT } from '../../support/service/command.ts';
import { createKey, service } from '../../support/service/service.ts';

/** Those that take seconds and leave the sample data as they are. `npm run check -- guides` runs all. */
const QUICK = ['calling-hours', 'events', 'exporting', 'finding-records', 'paging', 'requests', 'webhooks'];

// A deployed service has no sample data.
describe.skipIf(service.admin === undefined)('a guide', () => {
  let environment: Readonly<Record<string, string>>;
  beforeAll(async () => {
    // Its own key: other tests use up the rate of the sample one.
    const { key } = await createKey(PERMISSIONS, { organizationId: DEMO_ORGANIZATION_ID });
    environment = { ...guideEnvironment(service.toolEnvironment['DATA_DIR'] ?? ''), API_KEY: key };
    await sampleDataIndexed(environment);
  });

  it.each(QUICK)('works as typed, and prints the documented output: %s', async (name) => {
    const markdown = readFileSync(join(ROOT, 'infra/docs/guides', `${name}.md`), 'utf8');
    const { problems, commands } = await runGuide(markdown, environment, 24);
    expect(problems).toEqual([]);
    expect(commands).toBeGreaterThan(0);
  });
});
