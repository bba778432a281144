import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { ignored } from '../assembly/read-properties.ts';

/** What a pool asks of passwords. */
export interface PasswordPolicy {
  /** In characters. */
  readonly minimumLength: number;
  readonly classes: readonly CharacterClass[];
}

/** `symbol` is the list of https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html */
const CLASSES = {
  lowercase: /[a-z]/,
  uppercase: /[A-Z]/,
  numeric: /[0-9]/,
  symbol: /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S \S/,
} as const;
type CharacterClass = keyof typeof CLASSES;

/** A `PasswordPolicy` of CloudFormation. What it does not mention is not required. */
export const passwordPolicySchema = z
  .strictObject({
    MinimumLength: z.number().default(8),
    RequireLowercase: z.boolean().default(false),
    RequireUppercase: z.boolean().default(false),
    RequireNumbers: z.boolean().default(false),
    RequireSymbols: z.boolean().default(false),
    /** Passwords do not expire here. */
    TemporaryPasswordValidityDays: ignored(),
  })
  .transform((policy): PasswordPolicy => {
    const required: Readonly<Record<CharacterClass, boolean>> = {
      lowercase: policy.RequireLowercase,
      uppercase: policy.RequireUppercase,
      numeric: policy.RequireNumbers,
      symbol: policy.RequireSymbols,
    };
    const classes: readonly CharacterClass[] = ['lowercase', 'uppercase', 'numeric', 'symbol'];
    return { minimumLength: policy.MinimumLength, classes: classes.filter((name) => required[name]) };
  });

/** What Cognito asks for in a pool without a policy. */
export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  minimumLength: 8,
  classes: ['lowercase', 'uppercase', 'numeric', 'symbol'],
};

/** Why a password does not do, in Cognito's words; `undefined` if it does. */
export const policyViolation = (
  { minimumLength, classes }: PasswordPolicy,
  password: string,
): string | undefined => {
  const rule = 'Password did not conform with policy: Password';
  if (password.length < minimumLength) return `${rule} not long enough`;
  const missing = classes.find((name) => !CLASSES[name].test(password));
  return missing && `${rule} must have ${missing} characters`;
};

/** Has one character of each class, whatever the random part has. */
const ALL_CLASSES = '-aA0';
const RANDOM_CHARACTERS = 20;

/** A password that nobody can guess (120 bits or more) and that satisfies the policy. */
export const randomPassword = ({ minimumLength }: PasswordPolicy): string => {
  const length = Math.max(RANDOM_CHARACTERS, minimumLength - ALL_CLASSES.length);
  return `${randomBytes(length).toString('base64url').slice(0, length)}${ALL_CLASSES}`;
};
