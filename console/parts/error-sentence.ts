const nameInSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** A label without what it adds in parentheses, such as `(optional)`. */
const nameOf = (label: string): string => label.replace(/ \(.*\)$/, '');

const sentence = (text: string): string => (/[.)]$/.test(text) ? text : `${text}.`);

/** What the service asks of programs, and the instruction for users. The first match counts. */
const INSTRUCTIONS: readonly (readonly [RegExp, string])[] = [
  [/^chosen$/, 'Choose $label'],
  [/^an RFC 3339 date-time.*/, 'Enter a date and a time'],
  [/^in the future$/, 'Enter a time in the future'],
  [/^one of:/, 'Choose one of:'],
  [/^a non-empty list .*/, 'Choose at least one'],
  [/^(?:a string of )?((?:at most )?\d.* characters)(?: long)?/, 'Enter $1'],
  [/^(?:a whole|an integer)(?: number)?/, 'Enter a whole number'],
  [/^(?=an? |the |at )/, 'Enter '],
];

/** An error that does not speak of the label: a sentence, or one about the value of an item. */
const ownSentence = (error: string): string | undefined =>
  /^[A-Z]/.test(error) ? error : /^is (".*"), which (is .*)/.exec(error)?.slice(1).join(' ');

/**
 * An error as a sentence about its field, such as “Enter an email address.” What is no format keeps the words
 * of the service after the label.
 *
 * @param error as the service words it: “must be …”
 * @param isMissing whether the field is required and empty
 */
export const errorSentence = (labelText: string, error: string, isMissing: boolean): string => {
  const label = nameOf(labelText);
  const field = withArticle(nameInSentence(label));
  if (isMissing) return `Enter ${field}.`;
  const wanted = /^must be (?:null or )?(.*)/.exec(error)?.[1] ?? '';
  const found = INSTRUCTIONS.find(([pattern]) => pattern.test(wanted));
  if (found === undefined) return sentence(ownSentence(error) ?? `${label} ${error}`);
  return sentence(wanted.replace(...found).replace('$label', field));
};
