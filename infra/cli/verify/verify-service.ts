import { importInto } from '../../../shared/imports/reader/import-into.ts';
import { personKey } from '../../../shared/table/items/keys.ts';
import { temporaryPassword } from '../organizations/organization-options.ts';
import { operator } from '../support/operator.ts';
import { checkEndOfKeys, checkReports, checkSession, createKey, grantCallLists } from './admin-api-checks.ts';
import {
  checkGateway,
  checkIndexes,
  checkIsolation,
  checkMethodSettings,
  checkThrottling,
} from './aws-checks.ts';
import { type CheckResult, createRunCheck, type RunCheck } from './checks.ts';
import type { VerifiedService } from './connect-service.ts';
import { checkCallLists, checkPublicPaths, checkReads } from './data-api-checks.ts';
import { checkMcp } from './mcp-checks.ts';
import { checkPipelines } from './pipeline-checks.ts';
import { filesOf, SAMPLE_IDS, SAMPLE_RECORDS, samplePerson } from './sample-records.ts';
import { signIn } from './sign-in.ts';
import { checkSignInPage } from './sign-in-page-check.ts';
import { removeOrganization, temporaryOrganizationId, userEmailOf } from './temporary-organization.ts';
import { checkDeliveries, checkRotation, createEndpoint, deleteEndpoint } from './webhook-checks.ts';

/** Creates the organization with an admin, and signs the admin in. */
const createAdmin = async (run: RunCheck, service: VerifiedService, organizationId: string) => {
  const { organizations } = service;
  const email = userEmailOf(organizationId);
  const invited = await run('creates an organization with an admin', [], async () => {
    await organizations.create({ id: organizationId, name: 'npm run verify (temporary)' }, operator());
    const invitation = { organizationId, email, role: 'admin' } as const;
    return organizations.invite({ ...invitation, temporaryPassword: temporaryPassword() }, operator());
  });
  const idToken = await run('signs the admin in', [invited], async () => signIn({ ...service, email }));
  return idToken === undefined ? undefined : service.adminApi(idToken);
};

const writeRecords = async (
  { store }: VerifiedService,
  organizationId: string,
  records: Parameters<typeof filesOf>[0],
): Promise<true> => {
  await importInto(store, {
    organizationId,
    files: filesOf(records),
    onRejectedRow: ({ reason }) => {
      throw new Error(reason);
    },
  });
  return true;
};

const checkEverything = async (
  run: RunCheck,
  service: VerifiedService,
  organizationId: string,
  signal: AbortSignal,
): Promise<void> => {
  const { store } = service;
  const admin = await createAdmin(run, service, organizationId);
  await checkSession(run, admin);
  const key = await createKey(run, admin);
  const endpoint = await createEndpoint(run, service, admin);
  const records = await run('imports records', [], () =>
    writeRecords(service, organizationId, SAMPLE_RECORDS),
  );

  const reader = key && service.dataApi(key.key);
  await checkReads(run, reader, records);
  await checkMcp(run, service.dataApi(), key);
  await checkThrottling(run, reader);
  const granted = await grantCallLists(run, admin, key);
  await checkCallLists(run, reader, granted, records);
  await checkPipelines(run, { admin, reader, key, records }, signal);

  const changed = await run('changes and deletes a record', [records], async () => {
    await writeRecords(service, organizationId, samplePerson('After'));
    const { pk, sk } = personKey(organizationId, SAMPLE_IDS.person);
    await store.writer.transact([{ delete: { Key: { pk, sk } } }]);
    return true as const;
  });
  await checkRotation(run, admin, endpoint);
  await checkDeliveries(run, service, { admin, endpoint, changed }, signal);
  await deleteEndpoint(run, admin, endpoint);
  await checkIsolation(run, service, admin, signal);

  await checkReports(run, admin, key);
  await checkEndOfKeys(run, service, admin, key);
};

/**
 * Verifies a service in a dedicated organization, which it removes again, whatever happens.
 *
 * @param signal skips the remaining checks, but not the removal
 * @param report called with each result
 */
export const verifyService = async (
  service: VerifiedService,
  signal: AbortSignal,
  report: (result: CheckResult) => void,
): Promise<void> => {
  const organizationId = temporaryOrganizationId();
  const run = createRunCheck(signal, report);
  await checkPublicPaths(run, service);
  await checkIndexes(run, service);
  await checkGateway(run, service);
  await checkMethodSettings(run, service);
  await checkSignInPage(run, service);
  await checkEverything(run, service, organizationId, signal);
  // Not interruptible.
  const runAlways = createRunCheck(new AbortController().signal, report);
  await runAlways('removes everything again', [], () => removeOrganization(service, organizationId));
};
