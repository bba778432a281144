import { type ApiKey, stateOf } from '../../../shared/api-keys/api-key.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { alignedTable } from '../support/table.ts';
import { connectKeys } from './key-manager.ts';

const COLUMNS = ['ID', 'NAME', 'STATE', 'PERMISSIONS', 'PLAN', 'KEY', 'CREATED', 'EXPIRES', 'CREATED BY'];

const row = (key: ApiKey, now: string): readonly string[] => [
  key.id,
  key.name,
  stateOf(key, now),
  key.permissions.join(',') || '-',
  key.plan,
  key.hint,
  key.createdAt,
  key.expiresAt ?? 'never',
  key.createdBy,
];

/** `keys list`: shows all keys of an organization, never the keys themselves. */
export const listKeys = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    stack: { type: 'string' },
  });
  const organizationId = organizationOf(values.organization);
  const { manager } = await connectKeys(values.stack);
  const keys = await manager.list(organizationId);
  const now = timestampOf(new Date());
  if (values.json === true) {
    output.result(JSON.stringify({ items: keys.map((key) => ({ ...key, state: stateOf(key, now) })) }));
    return;
  }
  if (keys.length === 0) output.result('The organization has no API keys.');
  else output.result(alignedTable([COLUMNS, ...keys.map((key) => row(key, now))]));
};
