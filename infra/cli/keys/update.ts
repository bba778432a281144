import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { connectKeys } from './key-manager.ts';
import { keyIdOf, nameOf, noSuchKey, permissionsOf } from './key-options.ts';

/** `keys update`: renames a key or gives it other permissions. */
export const updateKey = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    {
      organization: { type: 'string' },
      name: { type: 'string' },
      permissions: { type: 'string' },
      stack: { type: 'string' },
    },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = keyIdOf('update', positionals);
  if (values.name === undefined && values.permissions === undefined) {
    throw new UsageError('update takes --name NAME, --permissions LIST, or both.');
  }
  const changes = {
    ...(values.name === undefined ? {} : { name: nameOf(values.name) }),
    ...(values.permissions === undefined ? {} : { permissions: permissionsOf(values.permissions) }),
  };
  const { manager } = await connectKeys(values.stack);
  const key = await manager.update(organizationId, id, changes, operator());
  if (key === undefined) throw noSuchKey(id);
  const granted = key.permissions.join(', ') || 'none';
  if (values.json === true) output.result(JSON.stringify(key));
  else output.result(`The key ${key.id} is "${key.name}" now, with the permissions: ${granted}.`);
};
