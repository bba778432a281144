const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

const listOf = (claim: string): readonly unknown[] => {
  try {
    const parsed: unknown = JSON.parse(claim);
    if (Array.isArray(parsed)) return parsed;
  } catch {
    // Cognito's own form is no JSON.
  }
  const [, values] = /^\[(.*)\]$/s.exec(claim) ?? [];
  if (values === undefined) return [claim];
  return values.split(',').flatMap((value) => [value.trim(), decoded(value.trim())]);
};

/**
 * The values of a claim that may have several. Cognito flattens lists to `[one,two]`, percent-encoded as in a
 * form; an array and a JSON array are read as well. Any other text is one value, as it is: whoever may name
 * groups at the provider could otherwise name one `x,admins`, and be in `admins`.
 *
 * @see
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-specifying-attribute-mapping.html
 */
export const claimValues = (claim: unknown): ReadonlySet<string> => {
  if (typeof claim !== 'string' && !Array.isArray(claim)) return new Set();
  const values: readonly unknown[] = typeof claim === 'string' ? listOf(claim) : claim;
  return new Set(values.filter((value) => typeof value === 'string' && value !== '') as string[]);
};
