import type { PlainKind } from './names.ts';

/**
 * What identifies a record of a source in a row without its id, the most reliable first: the values at some
 * paths together, by a name that is part of the record's id. A field may have several values.
 */
export const IDENTIFIED_BY: Readonly<Record<PlainKind, Readonly<Record<string, readonly string[]>>>> = {
  person: { email: ['emails.address'], linkedinUrl: ['linkedinUrl'] },
  company: { domain: ['domain'], name: ['name'] },
  // Of one person or number, two calls do not start at the same time.
  call: {
    'startedAt and personId': ['startedAt', 'personId'],
    'startedAt and email': ['startedAt', 'email'],
    'startedAt and phone.number': ['startedAt', 'phone.number'],
  },
};
