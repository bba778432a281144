import { rotateKey as replaceKey } from '../../../shared/api-keys/rotate-key.ts';
import { organizationOf, parseCommandLine } from '../support/arguments.ts';
import { operator } from '../support/operator.ts';
import type { Output } from '../support/run-command.ts';
import { keyDocument } from './key-document.ts';
import { connectKeys } from './key-manager.ts';
import { graceOf, keyIdOf, noSuchKey } from './key-options.ts';
import { shownOnce } from './shown-once.ts';

/** `keys rotate`: replaces a key by a new one; the old one stays active for a grace period. */
export const rotateKey = async (argv: readonly string[], output: Output): Promise<void> => {
  const { values, positionals } = parseCommandLine(
    argv,
    { organization: { type: 'string' }, grace: { type: 'string' }, stack: { type: 'string' } },
    true,
  );
  const organizationId = organizationOf(values.organization);
  const id = keyIdOf('rotate', positionals);
  const graceSeconds = graceOf(values.grace);
  const { store, apiUrl } = await connectKeys(values.stack);
  const rotated = await replaceKey(store, { organizationId }, id, graceSeconds, operator());
  if (rotated === undefined) throw noSuchKey(id);
  const { apiKey, token } = rotated;
  if (values.json === true) {
    output.result(JSON.stringify({ ...keyDocument(apiKey), key: token }));
    return;
  }
  const lines = [
    `Created the key ${apiKey.id} to replace ${id}, which stays active for ${values.grace}.`,
    ...shownOnce(apiKey, token, apiUrl),
  ];
  output.result(lines.join('\n'));
};
