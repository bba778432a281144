import { type CryptoKey, exportJWK, generateKeyPair, type JWK } from 'jose';

/** The RSA key that signs tokens. */
export interface SigningKey {
  readonly publicKey: CryptoKey;
  /** The private key, for oidc-provider. */
  readonly privateJwk: JWK;
}

/** A new key: the issuer contains the port of the sign-in page, so tokens never outlive the runner anyway. */
export const createSigningKey = async (): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { publicKey, privateJwk: { ...jwk, kid: 'local', alg: 'RS256', use: 'sig' } };
};
