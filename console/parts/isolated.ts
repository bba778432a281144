/** Right-to-left scripts, and characters that control the direction of text. */
const BIDIRECTIONAL =
  /[\p{Bidi_Control}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** First strong isolate, and its end. */
const [START, END] = ['\u2068', '\u2069'];

/**
 * Isolates the direction of a text, as the element `bdi` does, also in titles and messages: a name cannot
 * reverse what stands around it.
 */
export const isolated = (text: string): string =>
  BIDIRECTIONAL.test(text) && !text.startsWith(START) ? `${START}${text}${END}` : text;
