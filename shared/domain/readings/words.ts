import cs from './languages/cs.json' with { type: 'json' };
import da from './languages/da.json' with { type: 'json' };
import de from './languages/de.json' with { type: 'json' };
import en from './languages/en.json' with { type: 'json' };
import es from './languages/es.json' with { type: 'json' };
import fi from './languages/fi.json' with { type: 'json' };
import fr from './languages/fr.json' with { type: 'json' };
import hu from './languages/hu.json' with { type: 'json' };
import it from './languages/it.json' with { type: 'json' };
import ja from './languages/ja.json' with { type: 'json' };
import ko from './languages/ko.json' with { type: 'json' };
import nl from './languages/nl.json' with { type: 'json' };
import no from './languages/no.json' with { type: 'json' };
import pl from './languages/pl.json' with { type: 'json' };
import pt from './languages/pt.json' with { type: 'json' };
import ro from './languages/ro.json' with { type: 'json' };
import ru from './languages/ru.json' with { type: 'json' };
import sv from './languages/sv.json' with { type: 'json' };
import tr from './languages/tr.json' with { type: 'json' };
import zh from './languages/zh.json' with { type: 'json' };

type Words = readonly string[];
/** Names of columns by the path of the field that they fill, most specific first. `path+` comes last. */
export type ColumnNames = Readonly<Record<string, Words>>;
type Answers = { readonly forbid: Words; readonly permit: Words };

/** What is written in one language. Its README says what each list is for. */
export interface Language {
  /** By kind of record, as fields are named after it; `both` is people and companies, and fields that others share. */
  readonly columns?: Readonly<Record<string, ColumnNames>>;
  readonly nameAlone?: Words;
  /** What systems call a kind of record, which they put before the names of its columns. */
  readonly objects?: Readonly<Record<string, Words>>;
  readonly addresses?: Readonly<Record<string, Words>>;
  readonly purposes?: Readonly<Record<string, Words>>;
  readonly calls: {
    readonly columns: Answers;
    readonly answers: Answers;
    readonly phrases: Words;
    readonly prefixes?: Words;
    readonly limits?: Words;
    readonly words?: Readonly<Record<'not' | 'filler' | 'call' | 'contact' | 'permit' | 'forbid', Words>>;
    readonly preferences?: { readonly columns: Words; readonly answers: Words };
  };
  readonly yes: Words;
  readonly no: Words;
  readonly months?: Words;
  readonly salutations?: Words;
  readonly noEmployer?: Words;
  readonly noValue?: Words;
  readonly companies?: Words;
  readonly deleted?: Words;
  /** Columns of logs of changes. */
  readonly changes?: Words;
  /** Words for the options of fields with a choice. */
  readonly choices?: Readonly<Record<string, Words>>;
}

/** English first: where two languages give a name to different fields, the earlier one decides. */
const FILES: Readonly<Record<string, Language>> = {
  ...{ en, de, fr, es, pt, it, nl, sv, da, no, pl, cs, tr, ja },
  ...{ fi, hu, ro, ru, zh, ko },
};
export const LANGUAGES: readonly Language[] = Object.values(FILES);
/** ISO 639-1. */
export const LANGUAGE_CODES: readonly string[] = Object.keys(FILES);

/** Letters that lose more than an accent, or a different one, in capitals or without accents. */
const LETTERS: Readonly<Record<string, string>> = { ı: 'i', ß: 'ss', ł: 'l', ø: 'o', æ: 'ae' };

const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[ıßłøæ]/g, (letter) => LETTERS[letter] ?? letter);

/** The form in which words are compared: without case, accents, apostrophes, and with single spaces. */
export const plainWords = (text: string): string =>
  (/^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : plainLetters(text))
    .replaceAll(/[\p{M}\p{Cf}'’]/gu, '')
    .replaceAll(/[\s_-]+/g, ' ')
    .trim();

/** The words of one list in all languages, in the form of {@link plainWords}. */
export const wordsOfAll = (list: (language: Language) => Words | undefined): ReadonlySet<string> =>
  new Set(LANGUAGES.flatMap((language) => list(language) ?? []).map(plainWords));

/** The form in which column names are compared: without accents, which some systems drop or decompose. */
export const normalizedName = (column: string): string =>
  plainLetters(column).replaceAll(/[^\p{L}\p{N}]/gu, '');
