import { z } from 'zod';
import type { AttributeDefinition } from './attribute-schema.ts';
import { CognitoError } from './operation.ts';
import type { StoredUser } from './user-store.ts';

/** Attributes as the API has them. */
export const attributesInputSchema = z
  .array(z.object({ Name: z.string(), Value: z.string().default('') }))
  .transform((attributes) => new Map(attributes.map(({ Name, Value }) => [Name, Value])));
type GivenAttributes = z.infer<typeof attributesInputSchema>;

const refuse = (message: string): never => {
  throw new CognitoError('InvalidParameterException', message);
};

const rule = 'Attributes did not conform to the schema:';

/** @throws CognitoError for an attribute that the pool does not have, and for a value of the wrong length */
const checkAttributes = (definitions: readonly AttributeDefinition[], given: GivenAttributes): void => {
  for (const [name, value] of given) {
    const definition = definitions.find((other) => other.name === name);
    if (definition === undefined) {
      refuse(`${rule} Type for attribute {${name}} could not be determined`);
    } else if (value.length > definition.maximumLength) {
      refuse(`${rule} ${name}: String must be no longer than ${definition.maximumLength} characters`);
    } else if (value !== '' && value.length < definition.minimumLength) {
      refuse(`${rule} ${name}: String must be at least ${definition.minimumLength} characters`);
    }
  }
};

/**
 * Checks the attributes of a user to be.
 *
 * @throws CognitoError for what the pool's schema does not allow, or requires
 */
export const checkNewAttributes = (
  definitions: readonly AttributeDefinition[],
  given: GivenAttributes,
): void => {
  checkAttributes(definitions, given);
  for (const { name, isRequired } of definitions) {
    if (isRequired && !given.get(name)) refuse(`${rule} ${name}: The attribute is required`);
  }
};

/**
 * Checks a change of a user's attributes. One that is immutable can be given when the user is created and
 * never again, not even with the value that it has.
 *
 * @throws CognitoError for what the pool's schema does not allow
 */
export const checkChangedAttributes = (
  definitions: readonly AttributeDefinition[],
  given: GivenAttributes,
): void => {
  checkAttributes(definitions, given);
  for (const { name, isMutable, isRequired } of definitions) {
    if (!given.has(name)) continue;
    if (!isMutable) refuse(`user.${name}: Attribute cannot be updated.`);
    if (isRequired && given.get(name) === '') refuse(`${rule} ${name}: The attribute is required`);
  }
};

/** All attributes of a user by name, as the API and tokens have them. */
export const attributesOf = ({ sub, email, attributes }: StoredUser): Readonly<Record<string, string>> => ({
  sub,
  ...attributes,
  email,
});

/** The attributes without the email, which a user has a field for; an empty value is none. */
export const otherAttributes = (given: GivenAttributes): Record<string, string> =>
  Object.fromEntries([...given].filter(([name, value]) => name !== 'email' && value !== ''));

/** A user as the API returns it, apart from the attributes, which go by two names there. */
export const toWire = (user: StoredUser) => ({
  Username: user.sub,
  UserCreateDate: user.createdAt / 1_000,
  UserLastModifiedDate: user.updatedAt / 1_000,
  Enabled: user.enabled,
  UserStatus: 'CONFIRMED',
});

/** The attributes of a user as the API returns them. */
export const attributesToWire = (user: StoredUser): readonly { Name: string; Value: string }[] =>
  Object.entries(attributesOf(user)).map(([Name, Value]) => ({ Name, Value }));
