import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Fields that hold secrets in responses of the APIs, tools and token endpoint. */
const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'key',
  'secret',
  'temporaryPassword',
  'idToken',
  'accessToken',
  'refreshToken',
  'accessKeyId',
  'secretAccessKey',
]);

/** Shorter texts, such as an ID in such a field, may occur in a log by chance. */
const SHORTEST = 12;

/** A secret, and for keys and signing secrets also the part after the prefix and public ID. */
const spellingsOf = (secret: string): readonly string[] => {
  const bare = secret.replace(/^(sd_live_[0-9a-f]{32}_|whsec_)/, '');
  return bare === secret ? [secret] : [secret, bare];
};

/** All secrets in a document, at any depth. */
export const secretsIn = (document: unknown): readonly string[] => {
  if (typeof document !== 'object' || document === null) return [];
  return Object.entries(document).flatMap(([name, value]) => {
    const isSecret = SECRET_FIELDS.has(name) && typeof value === 'string' && value.length >= SHORTEST;
    return isSecret ? spellingsOf(value) : secretsIn(value);
  });
};

const registryOf = (dataDirectory: string): string => join(dataDirectory, 'secrets-of-tests');

/**
 * Records the secrets in a response of the local service, for the log check when it stops.
 *
 * @param dataDirectory the service's; without one there is no log to check
 */
export const registerSecrets = (dataDirectory: string | undefined, document: unknown): void => {
  const secrets = secretsIn(document);
  if (dataDirectory === undefined || secrets.length === 0) return;
  appendFileSync(registryOf(dataDirectory), secrets.map((secret) => `${secret}\n`).join(''));
};

/** Patterns of secrets that no log may contain: keys, signing secrets, tokens. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  'an API key': /sd_live_[0-9a-f]{32}_[0-9A-Za-z]/,
  'a code or refresh token': /sd_(?:code|refresh)_[0-9a-f]{32}_[0-9A-Za-z]/,
  'a signing secret': /whsec_[0-9A-Za-z+/]{8}/,
  'a token': /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]/,
};

/** Finds secrets in logs and returns the file and kind of each, never the secret. */
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

const textsIn = (document: unknown): readonly string[] =>
  typeof document === 'string'
    ? [document]
    : typeof document === 'object' && document !== null
      ? Object.values(document).flatMap(textsIn)
      : [];

const jsonOf = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {});

/** The encryption keys of secrets. */
const keyMaterial = (dataDirectory: string): readonly string[] => {
  const { keys } = jsonOf(join(dataDirectory, 'kms.json')) as { keys?: unknown };
  return textsIn(keys);
};

/**
 * Searches the logs of a stopped local service for every secret that it issued or stores.
 *
 * @throws Error naming the logs and the kinds of secret
 */
export const expectNoSecretsInLogs = (dataDirectory: string): void => {
  const folder = join(dataDirectory, 'logs');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const logs = Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
  const registry = registryOf(dataDirectory);
  const registered = existsSync(registry) ? readFileSync(registry, 'utf8').trim().split('\n') : [];
  const found = findSecrets(logs, [...registered, ...keyMaterial(dataDirectory)]);
  if (found.length > 0) throw new Error(`Logs of the local service hold secrets: ${found.join('; ')}.`);
};
