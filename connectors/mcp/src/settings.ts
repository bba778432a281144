import { addressOf, pasted } from '../../../clients/typescript/src/settings.ts';

/** A setting that is missing or wrong; the message says what to do. */
export class SettingError extends Error {
  override readonly name = 'SettingError';
}

export interface Settings {
  /** Without `/v1` and a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const required = (environment: Environment, name: string, example: string): string => {
  const value = pasted(environment[name] ?? '');
  if (value === '') {
    throw new SettingError(
      `\`${name}\` is missing. Set it in the configuration of your MCP client, such as ${example}.`,
    );
  }
  return value;
};

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

const readUrl = (environment: Environment): string => {
  const text = required(environment, 'SALES_DATA_URL', 'https://api.example.com');
  // `URL.parse` requires Node.js 22.
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  ) {
    throw new SettingError(
      '`SALES_DATA_URL` must be the base address of the service, such as https://api.example.com.',
    );
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    throw new SettingError('`SALES_DATA_URL` must start with https://, so that the API key is encrypted.');
  }
  return addressOf(url.href);
};

/** Errors of `fetch` would quote a key that a header cannot have. */
const readKey = (environment: Environment): string => {
  const key = required(environment, 'SALES_DATA_API_KEY', 'sd_live_…');
  if (/^\w+$/.test(key)) return key;
  throw new SettingError(
    '`SALES_DATA_API_KEY` is not an API key. Keys look like sd_live_… and have no spaces.',
  );
};

/**
 * Reads the address of the service and the API key from the environment.
 *
 * @throws SettingError
 */
export const readSettings = (environment: Environment): Settings => ({
  baseUrl: readUrl(environment),
  apiKey: readKey(environment),
});
