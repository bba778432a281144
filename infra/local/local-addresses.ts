/**
 * Translates an address of the stack to the one on this machine; other addresses stay unchanged.
 *
 * @param addresses base addresses on this machine by those of the stack, all without a trailing slash
 */
export const localUrl = (addresses: ReadonlyMap<string, string>, url: string): string => {
  for (const [remote, local] of addresses) {
    if (url === remote || url.startsWith(`${remote}/`)) return local + url.slice(remote.length);
  }
  return url;
};
