import { createKey as issueKey } from '../../../shared/api-keys/create-key.ts';
import { parseTimestamp, timestampOf } from '../../../shared/domain/timestamp.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { keyDocument } from './key-document.ts';
import { connectKeys } from './key-manager.ts';
import { assertPlan, nameOf, permissionsOf } from './key-options.ts';
import { shownOnce } from './shown-once.ts';

const expiryOf = (value: string | undefined, now: string): string | null => {
  if (value === undefined) return null;
  const expiry = parseTimestamp(value);
  if (expiry === undefined) {
    throw new UsageError(`--expires must be an RFC 3339 time such as 2027-01-31T00:00:00Z, not "${value}".`);
  }
  if (expiry <= now) throw new UsageError(`--expires must be in the future, not ${value}.`);
  return expiry;
};

/** `keys create`: creates a key and shows it once. */
export const createKey = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    name: { type: 'string' },
    permissions: { type: 'string' },
    expires: { type: 'string' },
    plan: { type: 'string', default: 'standard' },
    stack: { type: 'string' },
  });
  const newKey = {
    organizationId: organizationOf(values.organization),
    name: nameOf(values.name ?? ''),
    permissions: permissionsOf(values.permissions ?? ''),
    plan: values.plan,
    ownerId: null,
    expiresAt: expiryOf(values.expires, timestampOf(new Date())),
  };
  const { store, plans, apiUrl } = await connectKeys(values.stack);
  assertPlan(newKey.plan, plans);
  const { apiKey, token } = await issueKey(store, newKey, operator());
  if (values.json === true) output.result(JSON.stringify({ ...keyDocument(apiKey), key: token }));
  else
    output.result(
      [`Created the key "${apiKey.name}" (${apiKey.id}).`, ...shownOnce(apiKey, token, apiUrl)].join('\n'),
    );
};
