/** An OAuth client, as it describes itself. All of them are public: they have no secret. */
export interface Client {
  readonly id: string;
  /** Its own claim: only {@link host} is certain. */
  readonly name: string;
  /**
   * The host of its metadata document; `null` for a registered client, which anyone could have registered.
   */
  readonly host: string | null;
  readonly redirectUris: readonly string[];
}

/** The client of a request is unknown, or its metadata are invalid. The message says what is wrong. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
}

/** All but the apostrophe, which names contain. */
const QUOTATION_MARKS = /["\u201a-\u201f\u00ab\u00bb\u2039\u203a\u301d-\u301f\uff02]/g;

/** The longest name that is shown. */
const MAX_NAME_LENGTH = 60;

/**
 * The name of a client as it is shown: one line without control and formatting characters, which could make
 * it read as something else, and without quotation marks, because it is shown in quotation marks.
 */
export const clientName = (name: unknown, fallback: string): string => {
  const text =
    typeof name === 'string'
      ? name
          .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
          .replaceAll(QUOTATION_MARKS, "'")
          .trim()
      : '';
  return (text === '' ? fallback : text).slice(0, MAX_NAME_LENGTH).trim();
};
