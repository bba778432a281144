/** Within single quotes, a shell interprets only the single quote. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** A request of the data API, to be pasted into a terminal. */
export const curlCommand = (url: string, key: string): string =>
  `curl -s -H ${quote(`X-Api-Key: ${key}`)} ${quote(url)}`;
