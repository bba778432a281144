/** `="00123"`, with which spreadsheets are kept from dropping zeros. */
const FORMULA = /^=\s*"([^"]*)"$/;

/** The value of a cell that a spreadsheet marks as text: `="00123"` and `'00123` are `00123`. */
export const spreadsheetText = (text: string): string =>
  text.startsWith('=') ? (FORMULA.exec(text)?.[1]?.trim() ?? text) : text.replace(/^'+/, '').trimStart();
