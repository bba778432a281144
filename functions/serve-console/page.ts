/** The console's settings for its deployment. None is secret. */
export interface ConsoleConfiguration {
  /** The base URL of the data API, without a trailing slash. */
  readonly dataApiUrl: string;
  /** The base URL of the sign-in page, without a trailing slash. */
  readonly signInUrl: string;
  /** The issuer of the tokens. */
  readonly issuer: string;
  /** The app client of the console. */
  readonly clientId: string;
  /** The limits of each usage plan, as a JSON object by plan name. */
  readonly usagePlans: string;
}

/** Names of the assets that the page loads. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  readonly icon: string;
}

/** Escapes text for an attribute in double quotes. */
const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * The console's HTML page. URLs are relative, so that it works below any base URL. Attributes hold the
 * configuration: an inline script would need a weaker policy, and a separate file another round trip.
 */
export const page = (configuration: ConsoleConfiguration, { script, style, icon }: PageAssets): string => {
  const { dataApiUrl, signInUrl, issuer, clientId, usagePlans } = configuration;
  const attributes = Object.entries({
    'data-api-url': dataApiUrl,
    'data-sign-in-url': signInUrl,
    'data-issuer': issuer,
    'data-client-id': clientId,
    'data-usage-plans': usagePlans,
  }).map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
  return `<!doctype html>
<html lang="en" ${attributes.join(' ')}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sales Data console</title>
<link rel="icon" href="console/${icon}" type="image/svg+xml">
<link rel="stylesheet" href="console/${style}">
<script type="module" src="console/${script}"></script>
</head>
<body>
<noscript>The console needs JavaScript. The admin API and the command line do the same without it.</noscript>
</body>
</html>
`;
};
