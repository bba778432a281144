import { withChecksum } from '../../../shared/keys/token.ts';

/** A well-formed token with the id of one key and the secret of another. */
export const withSecretOf = (token: string, other: string): string =>
  withChecksum(token.slice(0, token.lastIndexOf('_')) + other.slice(other.lastIndexOf('_'), -6));
