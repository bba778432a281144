/** Maps addresses of the stack to addresses on this machine. */
export interface LocalAddresses {
  /** @param url the base address on this machine, without a trailing slash */
  addApi(api: { readonly apiId: string; readonly stage: string }, url: string): void;
  /**
   * @param url a base address of the stack, without a trailing slash
   * @param local its counterpart on this machine
   */
  add(url: string, local: string): void;
  /** Translates an address of the stack; other addresses stay unchanged. */
  rewrite(url: string): string;
}

export const createLocalAddresses = (): LocalAddresses => {
  const byOrigin = new Map<RegExp, string>();
  return {
    addApi({ apiId, stage }, url) {
      byOrigin.set(new RegExp(`^https://${apiId}\\.execute-api\\.[^/]+/${stage}(?=/|$)`), url);
    },
    add(url, local) {
      byOrigin.set(new RegExp(`^${url.replaceAll('.', '\\.')}(?=/|$)`), local);
    },
    rewrite(url) {
      for (const [origin, local] of byOrigin) if (origin.test(url)) return url.replace(origin, local);
      return url;
    },
  };
};
