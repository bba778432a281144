/** Starts with a letter or digit: `//host` depends on the page that links to it. */
const WITHOUT_SCHEME = /^[\p{L}\p{N}]/u;

/**
 * Whether a text is a web address: with the scheme `http` or `https`, or a host name without a scheme
 * (`www.example.com/about`). Any other scheme, such as `javascript:`, could run code where the address
 * becomes a link.
 */
export const isWebAddress = (text: string): boolean => {
  // The URL parser drops some of these, so a browser could see another scheme.
  if (/[\s\p{Cc}\\]/u.test(text)) return false;
  if (/^https?:\/\//i.test(text)) return URL.canParse(text);
  if (!WITHOUT_SCHEME.test(text) || !URL.canParse(`https://${text}`)) return false;
  const { hostname, username, password } = new URL(`https://${text}`);
  // `mailto:ada@example.com` reads as user name, password and host.
  return hostname.includes('.') && username === '' && password === '';
};
