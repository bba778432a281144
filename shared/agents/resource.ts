/**
 * As a URL parser writes it, without a trailing slash: clients differ in how they write the address that
 * users enter.
 */
const normalized = (uri: string): string | undefined => {
  const url = URL.parse(uri);
  return url === null ? undefined : url.href.replace(/\/$/, '');
};

/**
 * Whether the `resource` of a request (RFC 8707) is the one of this service, compared as a URI.
 *
 * @param given absent ones mean the only resource
 */
export const isSameResource = (given: string | undefined, resource: string): boolean =>
  given === undefined || normalized(given) === normalized(resource);
