/** Where the APIs of the stack are on this machine. */
export interface LocalAddresses {
  /** @param url the base address on this machine, without a trailing slash */
  add(api: { readonly apiId: string; readonly stage: string }, url: string): void;
  /** An address of the stack as it is on this machine; any other address is left as it is. */
  rewrite(url: string): string;
}

export const createLocalAddresses = (): LocalAddresses => {
  const byOrigin = new Map<RegExp, string>();
  return {
    add({ apiId, stage }, url) {
      byOrigin.set(new RegExp(`^https://${apiId}\\.execute-api\\.[^/]+/${stage}(?=/|$)`), url);
    },
    rewrite(url) {
      for (const [origin, local] of byOrigin) if (origin.test(url)) return url.replace(origin, local);
      return url;
    },
  };
};
