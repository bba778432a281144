import type { PublicLookupDependencies } from '../../webhooks/sending/public-lookup.ts';
import { type Client, ClientError } from './client.ts';
import { isDocumentId, readClientDocument } from './client-document.ts';
import { isRegisteredId, readRegisteredClient } from './registered-client.ts';

export interface ClientRules extends PublicLookupDependencies {
  /** Whether clients may register. */
  readonly allowsRegistration: boolean;
}

/** @throws ClientError for an unknown client, or one whose metadata are invalid */
export const findClient = async (id: string, rules: ClientRules): Promise<Client> => {
  if (isDocumentId(id)) return readClientDocument(id, rules);
  if (isRegisteredId(id) && rules.allowsRegistration) return readRegisteredClient(id);
  throw new ClientError(
    rules.allowsRegistration
      ? 'The client id is unknown. It must be the address of a metadata document, or one from registration.'
      : 'The client id must be the address of a metadata document: this service registers no clients.',
  );
};
