import { updateKey as changeKey } from '../../../shared/api-keys/update-key.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { UsageError } from '../support/usage-error.ts';
import { keyDocument } from './key-document.ts';
import { connectKeys } from './key-manager.ts';
import { assertPlan, keyIdOf, nameOf, noSuchKey, permissionsOf } from './key-options.ts';

/** `keys update`: renames a key, or changes its permissions or usage plan. */
export const updateKey = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    {
      organization: { type: 'string' },
      name: { type: 'string' },
      permissions: { type: 'string' },
      plan: { type: 'string' },
      stack: { type: 'string' },
    },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = keyIdOf('update', positionals);
  if (values.name === undefined && values.permissions === undefined && values.plan === undefined) {
    throw new UsageError('update needs at least one of --name NAME, --permissions LIST, --plan PLAN.');
  }
  const changes = {
    ...(values.name === undefined ? {} : { name: nameOf(values.name) }),
    ...(values.permissions === undefined ? {} : { permissions: permissionsOf(values.permissions) }),
    ...(values.plan === undefined ? {} : { plan: values.plan }),
  };
  const { store, plans } = await connectKeys(values.stack);
  if (values.plan !== undefined) assertPlan(values.plan, plans);
  const key = await changeKey(store, { organizationId }, id, changes, operator());
  if (key === undefined) throw noSuchKey(id);
  const granted = key.permissions.join(', ') || 'none';
  if (values.json === true) output.result(JSON.stringify(keyDocument(key)));
  else {
    output.result(`Updated the key ${key.id}: name "${key.name}", plan ${key.plan}, permissions ${granted}.`);
  }
};
