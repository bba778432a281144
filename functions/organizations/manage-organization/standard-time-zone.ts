/** A name of the IANA database in its own case; `undefined` for an unknown one. An alias stays as it is. */
export const standardTimeZone = (name: string): string | undefined => {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
};
