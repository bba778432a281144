/** Within single quotes, a shell interprets only the single quote. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A request of the data API, to be pasted into a terminal. */
export const curlCommand = (url: string, key: string): string =>
  `curl -s -H ${quote(`X-Api-Key: ${key}`)} ${quote(url)}`;

/** The request of a delivery, to be sent to another address. */
export const deliveryCurl = (
  url: string,
  {
    headers,
    body,
  }: {
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly body: string;
  },
): string =>
  [
    `curl -i -X POST ${quote(url)}`,
    // curl computes the length itself.
    ...headers
      .filter(({ name }) => name.toLowerCase() !== 'content-length')
      .map(({ name, value }) => `-H ${quote(`${name}: ${value}`)}`),
    `--data-binary ${quote(body)}`,
  ].join(' \\\n  ');
