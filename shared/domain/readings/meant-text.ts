import vocabulary from './vocabulary.json' with { type: 'json' };

const ENTITIES: Readonly<Record<string, string>> = vocabulary.entities;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]\w{1,7}));/gi;

const entityOf = (whole: string, decimal?: string, hex?: string, name = ''): string => {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  if (Number.isNaN(code)) return ENTITIES[name] ?? ENTITIES[name.toLowerCase()] ?? whole;
  return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : whole;
};

/** What programs write where there is no value, in any type of cell. `Null` and `Nan` are also names. */
const NO_VALUE =
  /^(?:\\N|null|NULL|nan|NaN|NAN|undefined|none|None|NONE|#?[nN]\/[aA]|[(<[](?:null|none|blank|empty)[)>\]]|#(?:NV|NA|N\/D|REF!|VALUE!|WERT!|NAME\?|NULL!|NUM!|DIV\/0!)|[-–—]+)$/i;
const NAMES = /^(?:Null|Nan)$/;

/** Text that a spreadsheet keeps as it is: `="00123"`. */
const FORMULA = /^=\s*"((?:[^"]|"")*)"$/;

/** The text that a cell stands for: without entities of HTML, the mark of text, and words for no value. */
export const meantText = (cell: string): string => {
  let text = cell;
  if (text.includes('&')) {
    const once = text.replaceAll(ENTITY, entityOf);
    text = once.includes('&') ? once.replaceAll(ENTITY, entityOf) : once;
  }
  if (text.startsWith('=')) text = FORMULA.exec(text)?.[1]?.replaceAll('""', '"') ?? text;
  if (text.length > 12) return text;
  const plain = text.trim();
  return NO_VALUE.test(plain) && !NAMES.test(plain) ? '' : text;
};

/** The bytes that Windows-1252 shows as characters beyond Latin-1. */
const BYTES = new Map(
  [...new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 32 }, (_, at) => 0x80 + at))].map(
    (character, at) => [character, 0x80 + at] as const,
  ),
);
const TWICE =
  /[\u00c2-\u00f4][\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/;
const UTF_8 = new TextDecoder('utf-8', { fatal: true });

/** The text of which UTF-8 was decoded as Windows-1252 (`MÃ¼ller`); undefined for any other text. */
export const decodedTwice = (text: string): string | undefined => {
  if (!TWICE.test(text)) return undefined;
  const bytes = [...text].map((character) => BYTES.get(character) ?? character.charCodeAt(0));
  if (bytes.some((byte) => byte > 0xff)) return undefined;
  try {
    return UTF_8.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
};
