import { createPrivateKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JSONWebKeySet } from 'jose';
import { z } from 'zod';
import { writeFileAtomically } from '../process/atomic-file.ts';
import { readStateFile } from '../process/state-file.ts';

const importKey = (jwk: z.infer<typeof jwkSchema>): KeyObject =>
  createPrivateKey({ format: 'jwk', key: jwk });

const jwkSchema = z.strictObject({
  kty: z.literal('RSA'),
  kid: z.string().min(1),
  alg: z.literal('RS256'),
  use: z.literal('sig'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});

const stateSchema = jwkSchema.refine((jwk) => {
  importKey(jwk);
  return true;
});

/** The RSA key that tokens are signed with. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** The private key as a JWK, for what signs by itself. */
  readonly privateJwk: z.infer<typeof jwkSchema>;
  /** What anybody may know: the public key. */
  readonly jwks: JSONWebKeySet;
}

const makeKey = async (): Promise<z.infer<typeof jwkSchema>> => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return jwkSchema.parse({ ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'RS256', use: 'sig' });
};

/**
 * Reads the key, or makes one at the first start. The file can be read by its owner only.
 *
 * @throws StartError when the file exists and cannot be understood
 */
export const openSigningKey = async (path: string): Promise<SigningKey> => {
  let privateJwk = readStateFile(path, stateSchema, 'make a new key, which ends every sign-in');
  if (privateJwk === undefined) {
    privateJwk = await makeKey();
    await writeFileAtomically(path, JSON.stringify(privateJwk));
  }
  const { kty, kid, alg, use, n, e } = privateJwk;
  return {
    kid,
    privateKey: importKey(privateJwk),
    privateJwk,
    jwks: { keys: [{ kty, kid, alg, use, n, e }] },
  };
};
