import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { AddressPolicy } from '../../webhooks/endpoints/address-policy.ts';
import { checkEndpointUrl } from '../../webhooks/endpoints/endpoint-url.ts';
import { createPublicLookup, type PublicLookupDependencies } from '../../webhooks/sending/public-lookup.ts';
import { type Client, ClientError, clientName } from './client.ts';
import { redirectUriProblem } from './redirect-uri.ts';

/** A document has a few hundred bytes. */
const MAX_BYTES = 10_000;
const TIME_LIMIT_MILLISECONDS = 5_000;

/** Whether an id is the address of a client's metadata document. */
export const isDocumentId = (id: string): boolean => /^https?:/i.test(id);

/** What is wrong with an address; completes "The client id …". */
const addressProblem = (id: string, policy: AddressPolicy): string | undefined => {
  const checked = checkEndpointUrl(id, policy);
  if ('detail' in checked) return checked.detail;
  // A path like /a/../b is the address of another document.
  if (checked.url !== id) return 'must be written as a URL parser writes it';
  const { pathname, port, search } = new URL(id);
  if (pathname === '/') return 'must have a path';
  // Otherwise, the time that a request takes would tell which ports of a host are open.
  if (port !== '' && policy.allowsLoopback !== true) return 'must not name a port';
  return search === '' ? undefined : 'must not have a query';
};

const open = (url: URL, dependencies: PublicLookupDependencies, signal: AbortSignal) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const options = { lookup: createPublicLookup(dependencies), autoSelectFamily: true };
    const [send, agent] =
      url.protocol === 'https:'
        ? [requestHttps, new HttpsAgent(options)]
        : [requestHttp, new HttpAgent(options)];
    const headers = { Accept: 'application/json', 'Accept-Encoding': 'identity' };
    send(url, { agent, headers, signal }, resolve).on('error', reject).end();
  });

const readText = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > MAX_BYTES) throw new Error(`It exceeds ${MAX_BYTES} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/** Redirects are not followed: the id must be the address of the document. */
const fetchText = async (url: URL, dependencies: PublicLookupDependencies): Promise<string> => {
  const response = await open(url, dependencies, AbortSignal.timeout(TIME_LIMIT_MILLISECONDS));
  if (response.statusCode === 200) return readText(response);
  response.destroy();
  throw new Error(`The server returned ${response.statusCode}, not 200.`);
};

const readClient = async (id: string, dependencies: PublicLookupDependencies): Promise<Client> => {
  const url = new URL(id);
  const document: Readonly<Record<string, unknown>> = Object(JSON.parse(await fetchText(url, dependencies)));
  if (document['client_id'] !== id) throw new Error('It names another `client_id` than its own address.');
  if (document['client_secret'] !== undefined) throw new Error('It contains a `client_secret`.');
  const { redirect_uris: uris } = document;
  const redirectUris = Array.isArray(uris)
    ? uris.filter((uri): uri is string => typeof uri === 'string' && redirectUriProblem(uri) === undefined)
    : [];
  return { id, name: clientName(document['client_name'], url.host), host: url.host, redirectUris };
};

/**
 * Reads the metadata document of a client (draft-ietf-oauth-client-id-metadata-document), under the rules for
 * webhooks: no private networks, no redirects.
 *
 * @param id its address
 * @throws ClientError The message is the same for every failure, so that no user learns what is at an
 * address.
 *   The reason is the `cause`
 */
export const readClientDocument = async (
  id: string,
  dependencies: PublicLookupDependencies,
): Promise<Client> => {
  const problem = addressProblem(id, dependencies);
  if (problem !== undefined) throw new ClientError(`The client id ${problem}.`);
  try {
    return await readClient(id, dependencies);
  } catch (cause) {
    throw new ClientError(
      'The client id does not lead to a usable metadata document: ' +
        'JSON of at most 10 KB that has this `client_id`, has no `client_secret`, and is returned with ' +
        'status 200, without a redirect, within 5 seconds.',
      { cause },
    );
  }
};
