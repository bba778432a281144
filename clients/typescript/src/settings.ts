/** Characters copied along with a setting: white space, line ends, quotes and invisible ones. */
const PASTED = /^[\s"'`\p{Cf}]+|[\s"'`\p{Cf}]+$/gu;

/** A setting without what was copied along with it. */
export const pasted = (setting: string): string => setting.replace(PASTED, '');

/**
 * The address to which paths such as `/v1/key` are appended.
 *
 * @throws TypeError if it is not the address of a service
 */
export const addressOf = (baseUrl: string): string => {
  const address = pasted(baseUrl).replace(/\/+$/, '').replace(/\/v1$/, '');
  if (!/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/i.test(address) || !URL.canParse(address)) {
    throw new TypeError('`baseUrl` must be the address of the service, such as `https://api.example.com`.');
  }
  return address;
};

/**
 * The headers of every request.
 *
 * @throws TypeError for a malformed key, without quoting it
 */
export const headersOf = (apiKey: string): Readonly<Record<string, string>> => {
  const key = pasted(apiKey);
  // `Headers` would quote the key in its error.
  if (!/^[A-Za-z0-9_]+$/.test(key)) {
    throw new TypeError('`apiKey` must have only letters, digits and `_`, such as sd_live_…: copy it again.');
  }
  // Not `Headers`, with which Node.js loads all of `fetch`, long before the first request.
  return { 'X-Api-Key': key };
};
