/** What exports, spreadsheets and people write where there is no value. */
const PLACEHOLDERS = new Set(
  [
    'n/a, n.a., n.a, n/a., na, #n/a, #n/d, #nv, #na, #ref!, #value!, #wert!, #name?, #null!, #num!, #div/0!',
    'none, null, nil, nan, undefined, false, (none), (null), (blank), (empty), (unknown), <null>, [null]',
    'not available, not applicable, not provided, not set, not specified, no value, no data, unknown, ' +
      'tbd, tba',
    'unbekannt, keine angabe, k.a., k. a., nicht verfügbar, inconnu, non disponible, desconocido',
    'no disponible, desconhecido, não disponível, sconosciuto, onbekend, niet beschikbaar',
  ]
    .join(', ')
    .split(', '),
);

/** The longest placeholder, which bounds the work for long cells. */
const MAX_LENGTH = 20;

/**
 * Whether a text stands for the absence of a value: `N/A`, `none`, `#REF!`, `--`.
 *
 * @param text as `visibleText` returns it
 */
export const isPlaceholder = (text: string): boolean =>
  text.length <= MAX_LENGTH && (PLACEHOLDERS.has(text.toLowerCase()) || /^[-–—_.?*\s]+$/.test(text));
