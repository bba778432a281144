import { ROLES, type Role } from '../../contract/users.ts';
import { isEmailAddress } from '../../domain/email-address.ts';
import { IDENTITY_PROVIDERS_VARIABLE } from '../../runtime/environment.ts';

/** RFC 5321, section 4.5.3.1.3: a path is at most 256 octets, two of which are its angle brackets. */
const MAX_EMAIL_LENGTH = 254;

/** What the operator decided about an identity provider. The provider itself cannot change any of it. */
export interface ProviderRules {
  readonly name: string;
  /** The only organization that its users can belong to. */
  readonly organizationId: string;
  /** Lower case. Users with an email of another domain cannot sign in. */
  readonly emailDomains: readonly string[];
  readonly claims: { readonly email: string; readonly groups: string };
  /** The groups whose members have each role. */
  readonly groups: Readonly<Record<Role, readonly string[]>>;
}

/** The rules in the function's environment; none by default. */
export const readProviderRules = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly ProviderRules[] => JSON.parse(environment[IDENTITY_PROVIDERS_VARIABLE] ?? '[]');

/** Returns the domain in lower case, and `undefined` for a text without one. */
const emailDomain = (email: string): string | undefined => /@([^@]+)$/.exec(email)?.[1]?.toLowerCase();

/** Whether it is an address of one of the provider's domains. */
export const isOwnEmail = ({ emailDomains }: ProviderRules, email: string): boolean =>
  email.length <= MAX_EMAIL_LENGTH &&
  isEmailAddress(email) &&
  emailDomains.includes(emailDomain(email) ?? '');

/** The highest role of a member of these groups; `undefined` if none of them has a role. */
export const roleOfGroups = (rules: ProviderRules, groups: ReadonlySet<string>): Role | undefined =>
  ROLES.find((role) => rules.groups[role].some((group) => groups.has(group)));
