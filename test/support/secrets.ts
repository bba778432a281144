import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Names of what nobody may see but whom it was made for, in the answers of the APIs, the tools and the token endpoint. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'key',
  'secret',
  'temporaryPassword',
  'idToken',
  'accessToken',
  'refreshToken',
]);

/** Shorter texts, such as an id in a field of such a name, may stand in a log by chance. */
const SHORTEST = 12;

/** Of a key and of a signing secret also what is left without its prefix and public id. */
const spellingsOf = (secret: string): readonly string[] => {
  const bare = secret.replace(/^(sd_live_[0-9a-f]{32}_|whsec_)/, '');
  return bare === secret ? [secret] : [secret, bare];
};

/** All secrets in a document, wherever they are in it. */
export const secretsIn = (document: unknown): readonly string[] => {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([name, value]) => {
    const isSecret = SECRET_FIELDS.has(name) && typeof value === 'string' && value.length >= SHORTEST;
    return isSecret ? spellingsOf(value) : secretsIn(value);
  });
};

const registryOf = (dataDirectory: string): string => join(dataDirectory, 'secrets-of-tests');

/**
 * Remembers the secrets in an answer of the local service, for the search of its logs at its end.
 *
 * @param dataDirectory the service's; without one there is no log to search
 */
export const registerSecrets = (dataDirectory: string | undefined, document: unknown): void => {
  const secrets = secretsIn(document);
  if (dataDirectory === undefined || secrets.length === 0) return;
  appendFileSync(registryOf(dataDirectory), secrets.map((secret) => `${secret}\n`).join(''));
};

/** What no log may hold, whoever made it: keys, signing secrets, tokens. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'an API key': /sd_live_[0-9a-f]{32}_[0-9A-Za-z]/,
  'a signing secret': /whsec_[0-9A-Za-z+/]{8}/,
  'a token': /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]/,
};

/** Where secrets are in these logs: which file, and what kind; never the secrets themselves. */
export const findSecrets = (
  logs: Readonly<Record<string, string>>,
  secrets: Iterable<string>,
): readonly string[] => {
  const all = [...new Set(secrets)];
  return Object.entries(logs).flatMap(([name, text]) => [
    ...Object.entries(FORMATS).flatMap(([kind, format]) => (format.test(text) ? [`${name}: ${kind}`] : [])),
    ...(all.some((secret) => text.includes(secret)) ? [`${name}: a secret that was given out`] : []),
  ]);
};

/** In place of Cognito, which mails it: the only log that holds a secret, a user's first password. */
const MAIL = 'mail.log';

const textsIn = (document: unknown): readonly string[] =>
  typeof document === 'string'
    ? [document]
    : typeof document === 'object' && document !== null
      ? Object.values(document).flatMap(textsIn)
      : [];

const jsonOf = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** The private parts of the key that tokens are signed with, and what secrets are encrypted with. */
const keyMaterial = (dataDirectory: string): readonly string[] => {
  const { kty, kid, alg, use, n, e, ...privateParts } = jsonOf(
    join(dataDirectory, 'cognito-key.json'),
  ) as Record<string, string>;
  const { keys } = jsonOf(join(dataDirectory, 'kms.json')) as { keys?: unknown };
  return [...textsIn(privateParts), ...textsIn(keys)];
};

/**
 * Searches the logs of a local service that has ended for every secret that it gave out or keeps.
 *
 * @throws Error saying which logs hold what kind of secret
 */
export const expectNoSecretsInLogs = (dataDirectory: string): void => {
  const folder = join(dataDirectory, 'logs');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== MAIL) : [];
  const logs = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const registry = registryOf(dataDirectory);
  const registered = existsSync(registry) ? readFileSync(registry, 'utf8').trim().split('\n') : [];
  const found = findSecrets(logs, [...registered, ...keyMaterial(dataDirectory)]);
  if (found.length > 0) throw new Error(`Logs of the local service hold secrets: ${found.join('; ')}.`);
};
