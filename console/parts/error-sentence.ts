const nameInSentence = (label: string): string => (/^[A-Z]{2}/.test(label) ? label : label.toLowerCase());

const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;

const sentence = (text: string): string => (/[.)]$/.test(text) ? text : `${text}.`);

/** What the service asks of programs, and the instruction for users. The first match counts. */
const INSTRUCTIONS: readonly (readonly [RegExp, string])[] = [
  [/^must be chosen$/, 'Choose $label'],
  [/^must be (?:null or )?an RFC 3339 date-time\b.*$/, 'Enter a date and a time'],
  [/^must be in the future$/, 'Enter a time in the future'],
  [/^must be (?:null or )?one of: (.*)$/, 'Choose one of: $1'],
  [/^must be a non-empty list without duplicates of: .*$/, 'Choose at least one'],
  [/^must be (?:null or )?(?:a string of )?(\d[\d,]* to [\d,]+ characters)(?: long)?(.*)$/, 'Enter $1$2'],
  [/^must be (?:null or )?(?:a whole number|an integer)( number)?( .*)$/, 'Enter a whole number$2'],
  [/^must be (?:null or )?((?:an?|the|at (?:most|least)|days) .*)$/, 'Enter $1'],
];

/**
 * An error as a sentence about its field, such as “Enter an email address.” What is no format keeps the words
 * of the service after the label.
 *
 * @param error as the service words it: “must be …”
 * @param isMissing whether the field is required and empty
 */
export const errorSentence = (label: string, error: string, isMissing: boolean): string => {
  const field = withArticle(nameInSentence(label));
  if (isMissing) return `Enter ${field}.`;
  const found = INSTRUCTIONS.find(([pattern]) => pattern.test(error));
  if (found === undefined) return sentence(`${label} ${error}`);
  const [pattern, instruction] = found;
  return sentence(error.replace(pattern, instruction).replace('$label', field));
};
