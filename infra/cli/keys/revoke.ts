import { stateOf } from '../../../shared/api-keys/api-key.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectKeys } from './key-manager.ts';

const keyIdOf = (positionals: readonly string[]): string => {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) {
    throw new UsageError('revoke takes one KEY_ID: the id that "keys list" shows.');
  }
  if (!isUuid(id)) throw new UsageError(`"${id}" is not a key id: the ids that "keys list" shows are UUIDs.`);
  return id;
};

/** `keys revoke`: makes a key useless at once. */
export const revokeKey = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    { organization: { type: 'string' }, stack: { type: 'string' } },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = keyIdOf(positionals);
  const { manager } = await connectKeys(values.stack);
  const key = await manager.revoke(organizationId, id);
  if (key === undefined) throw new UsageError(`The organization has no API key with the id ${id}.`);
  if (values.json === true) {
    output.result(JSON.stringify({ ...key, state: stateOf(key, timestampOf(new Date())) }));
  } else output.result(`Revoked the key "${key.name}" (${key.id}) as of ${key.revokedAt}.`);
};
