import { type ApiKey, stateOf } from '../../../shared/api-keys/api-key.ts';
import type { KeyStore } from '../../../shared/api-keys/key-store.ts';
import { listKeys as readPage } from '../../../shared/api-keys/list-keys.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { alignedTable } from '../support/table.ts';
import { keyDocument } from './key-document.ts';
import { connectKeys } from './key-manager.ts';

const COLUMNS = [
  'ID',
  'NAME',
  'STATE',
  'PERMISSIONS',
  'PLAN',
  'KEY',
  'CREATED',
  'EXPIRES',
  'CREATED BY',
  'LAST USED',
];

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
  key.lastUsedAt ?? 'never',
];

const PAGE_SIZE = 200;

const allKeys = async (store: KeyStore, organizationId: string): Promise<readonly ApiKey[]> => {
  const keys: ApiKey[] = [];
  let position: string | undefined;
  do {
    const page = await readPage(store, { organizationId }, { limit: PAGE_SIZE, position });
    keys.push(...page.keys);
    position = page.next;
  } while (position !== undefined);
  return keys;
};

/** `keys list`: lists all keys of an organization, but never shows the keys themselves. */
export const listKeys = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values } = parseCommandLine(argv, {
    organization: { type: 'string' },
    stack: { type: 'string' },
  });
  const organizationId = organizationOf(values.organization);
  const { store } = await connectKeys(values.stack);
  const keys = await allKeys(store, organizationId);
  if (values.json === true) {
    output.result(JSON.stringify({ items: keys.map(keyDocument) }));
    return;
  }
  const now = timestampOf(new Date());
  if (keys.length === 0) output.result('The organization has no API keys.');
  else output.result(alignedTable([COLUMNS, ...keys.map((key) => row(key, now))]));
};
