/** The parts of OpenAPI 3.1 that our documents use (https://spec.openapis.org/oas/v3.1.1.html). */
export interface OpenApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: PathItems;
  readonly webhooks?: PathItems;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly headers: Readonly<Record<string, Parameter>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly securitySchemes: Readonly<Record<string, { readonly description: string }>>;
  };
}

/** Operations by path and method. */
export type PathItems = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface Ref {
  readonly $ref: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Ref>>;
}

/** A parameter, or a header, which has neither `name` nor `in`. */
export interface Parameter {
  readonly name?: string;
  readonly in?: string;
  readonly required?: boolean;
  readonly description: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Ref>>;
  readonly content?: Content;
}

/** Bodies by media type. */
export type Content = Readonly<
  Record<
    string,
    {
      readonly schema: Schema;
      readonly example?: unknown;
      readonly examples?: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;
    }
  >
>;

/** The parts of JSON Schema that our documents use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** `#/components/schemas/Person` becomes `Person`. */
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/**
 * The value itself, or the target of the reference.
 *
 * @throws Error for an unresolvable reference
 */
export const resolved = <T extends object>(
  value: T | Ref,
  declared: Readonly<Record<string, T>> | undefined,
): T => {
  if (!('$ref' in value)) return value;
  const found = declared?.[nameOfRef(value.$ref)];
  if (found === undefined) throw new Error(`The document refers to ${value.$ref}, which does not exist.`);
  return found;
};
