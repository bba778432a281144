import { revokeKey as revoke } from '../../../shared/api-keys/revoke-key.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { keyDocument } from './key-document.ts';
import { connectKeys } from './key-manager.ts';
import { keyIdOf, noSuchKey } from './key-options.ts';

/** `keys revoke`: revokes a key immediately. */
export const revokeKey = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    { organization: { type: 'string' }, stack: { type: 'string' } },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = keyIdOf('revoke', positionals);
  const { store } = await connectKeys(values.stack);
  const key = await revoke(store, { organizationId }, id, operator());
  if (key === undefined) throw noSuchKey(id);
  if (values.json === true) {
    output.result(JSON.stringify(keyDocument(key)));
  } else output.result(`Revoked the key "${key.name}" (${key.id}) at ${key.revokedAt}.`);
};
