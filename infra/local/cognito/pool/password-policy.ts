import { z } from 'zod';
import { ignored } from '../../assembly/read-properties.ts';

/**
 * `symbol` is the list of
 * https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
const CLASSES: Readonly<Record<string, RegExp>> = {
  lowercase: /[a-z]/,
  uppercase: /[A-Z]/,
  numeric: /[0-9]/,
  symbol: /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S \S/,
};

export const passwordPolicySchema = z.strictObject({
  MinimumLength: z.number(),
  RequireLowercase: z.literal(true),
  RequireUppercase: z.literal(true),
  RequireNumbers: z.literal(true),
  RequireSymbols: z.literal(true),
  TemporaryPasswordValidityDays: ignored(),
});

/** The rule that a password breaks, in Cognito's words; `undefined` if it satisfies the policy. */
export const policyViolation = (minimumLength: number, password: string): string | undefined => {
  const rule = 'Password did not conform with policy: Password';
  if (password.length < minimumLength) return `${rule} not long enough`;
  const missing = Object.keys(CLASSES).find((name) => !CLASSES[name]?.test(password));
  return missing && `${rule} must have ${missing} characters`;
};
