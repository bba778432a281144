/** What a secret belongs to. A ciphertext can be decrypted for the very same only. */
export interface SecretContext {
  readonly organizationId: string;
  readonly endpointId: string;
}

/** Keeps signing secrets unreadable at rest. */
export interface SecretCipher {
  /** @returns the ciphertext as base64 */
  encrypt(secret: string, context: SecretContext): Promise<string>;
  /** @throws when the ciphertext was made for another context, or is none */
  decrypt(ciphertext: string, context: SecretContext): Promise<string>;
}
