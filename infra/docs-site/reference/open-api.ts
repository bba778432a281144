/** The parts of OpenAPI 3.1 that our documents use (https://spec.openapis.org/oas/v3.1.1.html). */
export interface OpenApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components: Components;
}

export type PathItem = Readonly<Record<string, Operation>>;

export interface Components {
  readonly schemas: Readonly<Record<string, Schema>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly securitySchemes: Readonly<
    Record<string, { readonly type: string; readonly description?: string }>
  >;
}

export interface Ref {
  readonly $ref: string;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (Parameter | Ref)[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, Response | Ref>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Header {
  readonly description: string;
  readonly required?: boolean;
  readonly schema: Schema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Header | Ref>>;
  readonly content?: Content;
}

export type Content = Readonly<Record<string, MediaType>>;

export interface MediaType {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: unknown }>>;
}

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

const isRef = (value: object): value is Ref => '$ref' in value && typeof value.$ref === 'string';

/**
 * The value itself, or the target of the reference.
 *
 * @throws Error for an unresolvable reference
 */
export const resolved = <T extends object>(
  value: T | Ref,
  declared: Readonly<Record<string, T>> | undefined,
): T => {
  if (!isRef(value)) return value;
  const found = declared?.[nameOfRef(value.$ref)];
  if (found === undefined) throw new Error(`The document refers to ${value.$ref}, which does not exist.`);
  return found;
};
