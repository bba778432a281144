import { isPlaceholder } from '../values/placeholder.ts';
import { visibleText } from '../values/visible-text.ts';
import { looksLikeDate } from './dates.ts';
import { booleanOf } from './values.ts';
import { LANGUAGES, normalizedName, plainWords, wordsOfAll } from './words.ts';

const FORBIDDEN = wordsOfAll(({ calls }) => [...calls.answers.forbid, ...calls.phrases]);
const PERMITTED = wordsOfAll(({ calls }) => calls.answers.permit);
const PREFERENCES = wordsOfAll(({ calls }) => calls.preferences?.columns);
const PREFERRED = wordsOfAll(({ calls }) => calls.preferences?.answers);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Matches any of some phrases, whatever stands between their words: `DoNotCall`, `do-not-call`. */
const anyPhrase = (phrases: Iterable<string>): string =>
  [...phrases]
    .map((phrase) => {
      const words = phrase.split(' ').map(escaped).join('[^\\p{L}\\p{N}]*');
      // Chinese, Japanese and Korean are written without spaces.
      return /^[a-z\p{Script=Cyrillic}]/u.test(phrase)
        ? `(?<![\\p{L}\\p{N}])${words}(?![\\p{L}\\p{N}])`
        : words;
    })
    .join('|');

const PHRASES = new RegExp(anyPhrase(wordsOfAll(({ calls }) => calls.phrases)), 'u');
const SINGLE_WORDS = wordsOfAll(({ calls }) => calls.phrases.filter((phrase) => !phrase.includes(' ')));
const LIMITED = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${[...wordsOfAll(({ calls }) => calls.limits)].join('|')})(?![\\p{L}\\p{N}])`,
  'u',
);

/** A contact by other means than a call: `do not contact by email`. */
const OTHER_MEANS =
  /^[^,;.]*(?:contact|kontakt|contat)\p{L}*[^\p{L}]+(?:(?:by|via|per|par|por) )?(?:e-?mail|sms|fax|post|mail)/u;

/**
 * What a cell of any column says about calls to its record: that they are forbidden (`*** DO NOT CALL ***`,
 * `DNC`), that they are limited to some times (`do not call before noon`), or nothing.
 *
 * @param column its name, because answers of a preference (`Email only`) mean something there alone
 */
export const callRuleOf = (cell: string, column = ''): 'forbidden' | 'limited' | undefined => {
  // Almost every cell: one word, such as a name.
  if (/^\p{Lu}?[\p{Ll}\d.@+-]{0,40}$/u.test(cell) && !/dnc|call/.test(cell)) {
    return SINGLE_WORDS.has(plainWords(cell)) ? 'forbidden' : undefined;
  }
  const text = plainWords(cell);
  const match = PHRASES.exec(text);
  if (match !== null && !OTHER_MEANS.test(text.slice(match.index))) {
    return LIMITED.test(text.slice(match.index + match[0].length)) ? 'limited' : 'forbidden';
  }
  return PREFERRED.has(text) && PREFERENCES.has(plainWords(column)) ? 'forbidden' : undefined;
};

/** A repeated column has its number; custom fields of Salesforce and Dynamics, a suffix and a prefix. */
const barePart = (column: string): string => column.replace(/ \(\d+\)$/, '').replace(/__c$/i, '');

const PREFIXES = ['', ...LANGUAGES.flatMap(({ calls }) => calls.prefixes ?? [])];
const namesOf = (answer: 'forbid' | 'permit'): ReadonlySet<string> =>
  new Set(
    LANGUAGES.flatMap(({ calls }) => calls.columns[answer]).flatMap((name) =>
      PREFIXES.map((prefix) => normalizedName(prefix + name)),
    ),
  );
const FORBIDDING = namesOf('forbid');
const PERMITTING = namesOf('permit');

/** Whether a column of this name is known to forbid or permit calls. */
export const isCallColumn = (column: string): boolean => {
  const name = normalizedName(column);
  return FORBIDDING.has(name) || PERMITTING.has(name);
};

/** Lower-case words without accents: `HasOptedOutOfCall` is five. */
const wordsOf = (column: string): readonly string[] =>
  barePart(column)
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .replaceAll(/(\p{Ll})(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1$3 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Matches the words of one list in all languages, of which `*` ends a stem. */
const anyWord = (list: 'not' | 'filler' | 'call' | 'contact' | 'permit' | 'forbid'): RegExp =>
  new RegExp(
    `^(?:${[...wordsOfAll(({ calls }) => calls.words?.[list])].join('|').replaceAll('*', '\\p{L}*')})$`,
    'u',
  );
const NEGATION = anyWord('not');
const FILLER = anyWord('filler');
const CALL = anyWord('call');
const CONTACT = anyWord('contact');
const PERMISSION = anyWord('permit');
const PROHIBITION = anyWord('forbid');
const ABBREVIATION = /^(?:dncr?|dnd|c?tps|bloctel|robinson\p{L}*|nix)$/u;
const OTHER_CHANNEL = /^(?:e|e?mails?|sms|text|fax(?:es)?|post|post(?:al)?|bulk|newsletters?|marketing)$/;
const COMPOUND =
  /donot(?:allow|accept|permit)?(?:phone|call|dial|ring|telephone)|optedoutofcall|(?:anruf|telefon|kontakt)\w*(?:sperre|verbot|erlaubnis|einwilligung|zustimmung|widerspruch)/;

/** Whether a negation applies to a call: `do not allow phone calls`, but not `phone no`. */
const negatesCall = (words: readonly string[]): boolean =>
  words.some((word, at) => {
    if (!NEGATION.test(word)) return false;
    const next = words.slice(at + 1).find((each) => !FILLER.test(each) || CALL.test(each)) ?? '';
    return CALL.test(next) || (CONTACT.test(next) && !words.some((each) => OTHER_CHANNEL.test(each)));
  });

/** Whether the name of a column suggests that it forbids or permits calls, whatever its language. */
export const looksLikeCallPermission = (column: string): boolean => {
  if (isCallColumn(column) || callRuleOf(column) === 'forbidden') return true;
  const words = wordsOf(column);
  if (words.some((word) => ABBREVIATION.test(word)) || COMPOUND.test(words.join(''))) return true;
  if (/^(?:has)?opt(?:ed|s)?(?:out|in)$/.test(words.join(''))) return true;
  if (negatesCall(words)) return true;
  const isOfCalls = words.some((word) => CALL.test(word));
  return isOfCalls && words.some((word) => PERMISSION.test(word) || PROHIBITION.test(word));
};

/** Whether `yes` permits calls (`Allow calls`). In other columns of `doNotCall`, it forbids them. */
export const permitsCalls = (column: string): boolean => {
  const name = normalizedName(barePart(column));
  if (FORBIDDING.has(name)) return false;
  if (PERMITTING.has(name)) return true;
  const words = wordsOf(column);
  const forbids = [NEGATION, ABBREVIATION, PROHIBITION].some((pattern) =>
    words.some((word) => pattern.test(word)),
  );
  return !forbids && !/opt(?:ed)?out|donot/.test(name) && words.some((word) => PERMISSION.test(word));
};

/**
 * Whether a cell of a column about calls forbids them: an answer, or the day since which it holds. Null if it
 * says nothing, which never lifts a ban.
 *
 * @param column its name tells what `yes` means
 * @throws ReadingError for a text that is not understood
 */
export const callBanOf = (cell: string, column: string): boolean | null => {
  const visible = visibleText(cell);
  const text = plainWords(visible);
  if (text === '' || (text !== 'false' && isPlaceholder(visible))) return null;
  if (FORBIDDEN.has(text) || callRuleOf(visible) !== undefined) return true;
  if (PERMITTED.has(text)) return false;
  const isYes = looksLikeDate(visible) || booleanOf('doNotCall', visible);
  return isYes === null ? null : isYes !== permitsCalls(column);
};
