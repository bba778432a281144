import { isPlaceholder } from '../../../domain/values/placeholder.ts';
import { visibleText } from '../../../domain/values/visible-text.ts';
import { permitsCalls } from '../column-names/call-permission-columns.ts';
import { booleanOf } from './cell-values.ts';

const setOf = (...lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(',').map((text) => text.trim())));

/** Values that forbid calls in any column. */
const FORBIDDEN = setOf(
  `do not allow, not allowed, disallow, disallowed, do not call, dont call, dnc, on dnc, do not contact,
    do not phone, never, no calls, opted out, opt out, optout, optedout, unsubscribed, blocked, forbidden,
    prohibited, denied, deny, refused, declined, revoked, withdrawn, registered, listed, not permitted,
    no consent`,
  `nicht zulassen, nicht zugelassen, nicht erlauben, nicht erlaubt, nicht anrufen, gesperrt, verboten,
    abgelehnt, widersprochen, widerrufen`,
  'ne pas autoriser, non autorise, ne pas appeler, interdit, bloque, refuse',
  'no permitir, no permitido, no permitidas, no llamar, prohibido, bloqueado, rechazado',
  'nao permitir, nao permitido, nao ligar, proibido, recusado',
  'non consentire, non consentito, non consentite, non chiamare, vietato, bloccato, rifiutato',
  'niet toestaan, niet toegestaan, niet bellen, geblokkeerd, geweigerd',
);

/** Values that permit calls in any column. */
const PERMITTED = setOf(
  `allow, allowed, permitted, granted, may call, can call, ok to call, okay to call, callable, opted in,
    opt in, optin, optedin, subscribed, consented, consent given, not on dnc, not listed, not registered,
    clean, clear`,
  'zulassen, zugelassen, erlauben, erlaubt, eingewilligt',
  'autoriser, autorise, accepte',
  'permitir, permitido, permitidas, aceptado, aceito',
  'consentire, consenti, consentito, consentite, accettato',
  'toestaan, toegestaan, toestemming',
);

/** Values that forbid calls wherever they stand, such as in the status of a lead or among its tags. */
const FORBIDDEN_ANYWHERE = setOf(
  `do not call, dont call, do not contact, dont contact, do not phone, do not dial, dnc, on dnc, dnc list,
    never call, no calls, no phone calls, opted out of calls`,
  'nicht anrufen, nicht kontaktieren, keine anrufe, werbesperre, kontaktsperre',
  'ne pas appeler, ne pas contacter',
  'no llamar, no contactar',
  'nao ligar, nao contatar, nao contactar',
  'non chiamare, non contattare',
  'niet bellen, niet contacteren',
);

/** The form in which cells about calls are compared. */
const comparable = (cell: string): string =>
  cell
    .normalize('NFD')
    .replaceAll(/[\p{M}\p{Cf}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

/** Whether a cell of any column says, as a whole, that its record must not be called. */
export const forbidsCalls = (cell: string): boolean => FORBIDDEN_ANYWHERE.has(comparable(cell));

/**
 * Whether a cell forbids calls. Null if it says nothing, which never lifts a ban.
 *
 * @param column its name tells what `yes` means
 */
export const callBanOf = (cell: string, column: string): boolean | null => {
  const text = comparable(cell);
  if (text === '' || (text !== 'false' && isPlaceholder(visibleText(cell)))) return null;
  if (FORBIDDEN.has(text)) return true;
  if (PERMITTED.has(text)) return false;
  const isYes = booleanOf('doNotCall', visibleText(cell));
  return isYes === null ? null : isYes !== permitsCalls(column);
};
