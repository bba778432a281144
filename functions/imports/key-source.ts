import { ProblemError } from '../../shared/contract/problems.ts';
import { sourceKeyOf } from '../../shared/domain/values/external-id.ts';
import type { KeyPrincipal } from '../http/key-principal.ts';

/** The only source that a key may import; `null` for any. Throws on a route without `describesKey`. */
export const sourceOfKey = ({ key }: KeyPrincipal): string | null => {
  if (key === undefined) throw new Error('The principal does not describe the key.');
  return key.importSource;
};

/** Whether a key may import a source, and see its imports. */
export const maySee = (principal: KeyPrincipal, source: string): boolean => {
  const only = sourceOfKey(principal);
  return only === null || sourceKeyOf(only) === sourceKeyOf(source);
};

/** Throws `forbidden` if the key is bound to another source. */
export const requireSource = (principal: KeyPrincipal, source: string): void => {
  if (maySee(principal, source)) return;
  throw new ProblemError(
    'forbidden',
    `The API key may only import the source "${sourceOfKey(principal)}". ` +
      'Send it as `source`, or use another key.',
  );
};
