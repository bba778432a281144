/** The attributes of the page's `html` element: the settings of the deployment. None is secret. */
export interface PageAttributes {
  /** The base URL of the data API, without a trailing slash. */
  readonly 'data-api-url': string;
  /** The base URL of the sign-in page, without a trailing slash. */
  readonly 'data-sign-in-url': string;
  /** The issuer of the tokens. */
  readonly 'data-issuer': string;
  /** The app client of the console. */
  readonly 'data-client-id': string;
  /** The limits of each usage plan, as a JSON object by plan name. */
  readonly 'data-usage-plans': string;
}

/** Escapes text for an attribute in double quotes. */
const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The console's HTML page. URLs are relative, so that it works below any base URL. Attributes hold the
 * configuration: an inline script would need a weaker policy, and a separate file another round trip.
 *
 * @param names of the assets
 * @throws Error if an asset of the page is missing
 */
export const page = (attributes: PageAttributes, names: readonly string[]): string => {
  const named = (pattern: RegExp): string => {
    const name = names.find((each) => pattern.test(each));
    if (name === undefined) throw new Error(`The console has no asset ${pattern}.`);
    return name;
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
  return `<!doctype html>
<html lang="en" ${written.join(' ')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sales Data console</title>
<link rel="icon" href="console/${named(/^icon-\w+\.svg$/)}" type="image/svg+xml">
<link rel="stylesheet" href="console/${named(/^console-\w+\.css$/)}">
<link rel="modulepreload" href="console/${named(/^chunk-\w+\.js$/)}">
<script type="module" src="console/${named(/^console-\w+\.js$/)}"></script>
</head>
<body>
<noscript>The console needs JavaScript. The admin API and the command line do the same without it.</noscript>
</body>
</html>
`;
};
