import * as z from 'zod/mini';
import { SINGLE_LINE_RULE } from '../../domain/single-line.ts';
import { textField } from '../body-fields.ts';
import {
  CLAIM_PATTERN,
  EMAIL_DOMAIN_PATTERN,
  MAX_EMAIL_DOMAINS,
  MAX_GROUPS,
  PROVIDER_TYPES,
} from './single-sign-on.ts';

const TYPE_RULE = `must be one of: ${PROVIDER_TYPES.join(', ')}`;
const URL_RULE = 'must be an https URL such as https://login.acme.example';
const TEXT_RULE = 'must be a string of 1 to 1,000 printable characters';
const CLAIM_RULE = 'must be the name of a claim, such as groups';
const SCOPES_RULE = 'must be a list of at most 10 scopes such as groups';
const DOMAINS_RULE = `must be 1 to ${MAX_EMAIL_DOMAINS} domains such as acme.example`;
const GROUPS_RULE = `must be a list of at most ${MAX_GROUPS} groups`;
const GROUP_RULE = `must have 1 to 200 characters ${SINGLE_LINE_RULE}`;
const ON_RULE = 'must be true or false';

/** Cognito refuses plain HTTP; the local service accepts it from this machine. */
const isAddress = (text: string): boolean =>
  text.length <= 1_000 &&
  URL.canParse(text) &&
  (text.startsWith('https://') || /^http:\/\/127\.0\.0\.1(?::\d+)?(?:\/|$)/.test(text));

const address = z
  .string(URL_RULE)
  .check(z.trim(), z.refine(isAddress, URL_RULE))
  .register(z.globalRegistry, { format: 'uri' });

const text = z.string(TEXT_RULE).check(z.trim(), z.regex(/^[\x21-\x7e]{1,1000}$/, TEXT_RULE));

const claim = z.string(CLAIM_RULE).check(z.trim(), z.regex(CLAIM_PATTERN, CLAIM_RULE));

const groups = z.array(textField(GROUP_RULE, 200), GROUPS_RULE).check(z.maxLength(MAX_GROUPS, GROUPS_RULE));

/** `PUT /single-sign-on` */
export const putSingleSignOnBody = z.strictObject({
  type: z.enum(PROVIDER_TYPES, TYPE_RULE),
  issuer: z.optional(address),
  clientId: z.optional(text),
  clientSecret: z.optional(text),
  /** `openid` is always among them. */
  scopes: z.optional(
    z
      .array(z.string(SCOPES_RULE).check(z.regex(/^[\x21-\x7e]{1,100}$/, SCOPES_RULE)), SCOPES_RULE)
      .check(z.maxLength(10, SCOPES_RULE)),
  ),
  metadataUrl: z.optional(address),
  emailDomains: z
    .array(
      z.string(DOMAINS_RULE).check(z.trim(), z.toLowerCase(), z.regex(EMAIL_DOMAIN_PATTERN, DOMAINS_RULE)),
      DOMAINS_RULE,
    )
    .check(z.minLength(1, DOMAINS_RULE), z.maxLength(MAX_EMAIL_DOMAINS, DOMAINS_RULE)),
  emailClaim: z.optional(claim),
  groupsClaim: z.optional(claim),
  adminGroups: groups,
  memberGroups: groups,
});

/** `PATCH /single-sign-on` */
export const updateSingleSignOnBody = z.strictObject({ isOn: z.boolean(ON_RULE) });
