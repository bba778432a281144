import { userInfo } from 'node:os';
import { MAX_NAME_LENGTH } from '../../../shared/api-keys/api-key.ts';
import { isPermission, PERMISSIONS, type Permission } from '../../../shared/contract/permissions.ts';
import { parseTimestamp, timestampOf } from '../../../shared/domain/timestamp.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectKeys } from './key-manager.ts';

const nameOf = (value: string | undefined): string => {
  if (value === undefined) throw new UsageError('--name NAME is missing: what the key is for.');
  const name = value.trim();
  if (name === '' || name.length > MAX_NAME_LENGTH) {
    throw new UsageError(`--name must have 1 to ${MAX_NAME_LENGTH} characters that are not all blank.`);
  }
  return name;
};

const permissionsOf = (value: string | undefined): readonly Permission[] => {
  const names = (value ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const granted = names.filter(isPermission);
  const unknown = names.filter((name) => !isPermission(name));
  if (unknown.length > 0) {
    const allowed = PERMISSIONS.join(', ');
    throw new UsageError(`--permissions: there is no "${unknown.join('", "')}" (allowed: ${allowed}).`);
  }
  // In the documented order, each once, however they were given.
  return PERMISSIONS.filter((permission) => granted.includes(permission));
};

const expiryOf = (value: string | undefined, now: string): string | null => {
  if (value === undefined) return null;
  const expiry = parseTimestamp(value);
  if (expiry === undefined) {
    throw new UsageError(`--expires must be an RFC 3339 time such as 2027-01-31T00:00:00Z, not "${value}".`);
  }
  if (expiry <= now) throw new UsageError(`--expires must be in the future; ${value} is not.`);
  return expiry;
};

const operator = (): string => {
  try {
    return userInfo().username;
  } catch {
    // Containers may run under a user id that has no name.
    return 'unknown';
  }
};

/** `keys create`: makes a key and shows it, once. */
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
    name: nameOf(values.name),
    permissions: permissionsOf(values.permissions),
    plan: values.plan,
    createdBy: `cli:${operator()}`,
    expiresAt: expiryOf(values.expires, timestampOf(new Date())),
  };
  const { manager, plans, apiUrl } = await connectKeys(values.stack);
  if (!plans.includes(newKey.plan)) {
    throw new UsageError(`--plan: there is no usage plan "${newKey.plan}" (allowed: ${plans.join(', ')}).`);
  }
  const { apiKey, token } = await manager.create(newKey);
  if (values.json === true) {
    output.result(JSON.stringify({ ...apiKey, key: token }));
    return;
  }
  const granted =
    apiKey.permissions.length > 0 ? apiKey.permissions.join(', ') : 'none: its calls answer 403';
  output.result(
    [
      `Created the key "${apiKey.name}" (${apiKey.id}).`,
      `Permissions: ${granted}. Plan: ${apiKey.plan}. Expires: ${apiKey.expiresAt ?? 'never'}.`,
      '',
      'The key itself is shown only now. Keep it secret:',
      '',
      `  ${token}`,
      '',
      'Try it:',
      '',
      `  curl -H 'X-Api-Key: ${token}' '${apiUrl}/v1/call-list'`,
    ].join('\n'),
  );
};
