const KEY = /^sd_live_([0-9a-f]{32})(?:_.*)?$/;

/**
 * What to search for: of a pasted key only its public id, because the secret must not reach an address.
 */
export const searchOfKey = (text: string): string => {
  const id = KEY.exec(text.trim())?.[1];
  return id ?? text.trim();
};
