interface Contacted {
  readonly emails: readonly { readonly address: string }[];
  readonly phones: readonly { readonly number: string; readonly doNotCall: boolean }[];
  readonly doNotCall: boolean;
}

/**
 * An export shows a ban where it applies, so whoever shares an address or a number with a banned person is
 * banned in the file, and with them those who share another one with them.
 */
export const spreadsBans = (people: readonly Contacted[]): boolean => {
  const contacts = people.flatMap(({ emails, phones }) => [
    ...emails.map(({ address }) => address),
    ...phones.map(({ number }) => number),
  ]);
  const isAnyBanned = people.some((each) => each.doNotCall || each.phones.some((one) => one.doNotCall));
  return isAnyBanned && new Set(contacts).size < contacts.length;
};
