import { z } from 'zod';
import { ignored } from '../assembly/read-properties.ts';

/** What a pool says about one attribute of its users. */
export interface AttributeDefinition {
  /** As users and tokens have it: those of the pool's own start with `custom:`. */
  readonly name: string;
  readonly isMutable: boolean;
  readonly isRequired: boolean;
  /** In characters. */
  readonly minimumLength: number;
  /** In characters; Cognito's own limit is 2,048. */
  readonly maximumLength: number;
}

/**
 * The attributes that every pool has, from OpenID Connect Core 1.0, section 5.1.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-settings-attributes.html
 */
export const STANDARD_ATTRIBUTES: readonly string[] = [
  'address',
  'birthdate',
  'email',
  'email_verified',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'phone_number_verified',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
];

const CUSTOM_PREFIX = 'custom:';
const MAXIMUM_LENGTH = 2_048;

/** CloudFormation has the limits as text. */
const limit = (otherwise: number) => z.coerce.number().int().nonnegative().default(otherwise);

const schemaAttributeSchema = z
  .strictObject({
    Name: z.string(),
    AttributeDataType: z.literal('String').optional(),
    DeveloperOnlyAttribute: z.literal(false).optional(),
    Mutable: z.boolean().optional(),
    Required: z.boolean().default(false),
    StringAttributeConstraints: z
      .strictObject({ MinLength: limit(0), MaxLength: limit(MAXIMUM_LENGTH) })
      .optional(),
    NumberAttributeConstraints: ignored(),
  })
  .transform(({ Name, Mutable, Required, StringAttributeConstraints: lengths }): AttributeDefinition => {
    const isStandard = STANDARD_ATTRIBUTES.includes(Name);
    return {
      name: isStandard ? Name : `${CUSTOM_PREFIX}${Name.replace(CUSTOM_PREFIX, '')}`,
      // A custom attribute that does not say so cannot be changed; a standard one can.
      isMutable: Mutable ?? isStandard,
      isRequired: Required,
      minimumLength: lengths?.MinLength ?? 0,
      maximumLength: lengths?.MaxLength ?? MAXIMUM_LENGTH,
    };
  });

const standardAttribute = (name: string): AttributeDefinition => ({
  name,
  isMutable: true,
  isRequired: false,
  minimumLength: 0,
  maximumLength: MAXIMUM_LENGTH,
});

/** The `Schema` of a pool, completed with the standard attributes that it does not mention. */
export const attributesSchema = z
  .array(schemaAttributeSchema)
  .default([])
  .transform((declared): readonly AttributeDefinition[] => {
    const names = new Set(declared.map(({ name }) => name));
    const others = STANDARD_ATTRIBUTES.filter((name) => !names.has(name)).map(standardAttribute);
    return [...declared, ...others];
  });
