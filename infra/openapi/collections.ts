import { referencesIn } from '../../shared/kinds/fields.ts';
import { KINDS } from '../../shared/kinds/kinds.ts';
import {
  IDENTITIES,
  KIND_NAMES,
  type KindName,
  type KindPermission,
  pluralOf,
  snakeOf,
} from '../../shared/kinds/names.ts';
import { pascalCase } from '../../shared/operations/openapi/json-object.ts';

/** What clients and connectors copy: a collection, and the events of its records. */
export interface Collection {
  /** The name of the kind in paths and parameters. */
  readonly kind: KindName;
  /** What comes before the dot of its events' types. */
  readonly prefix: string;
  /** The name of its table or stream, such as `call_list_entries`. */
  readonly stream: string;
  /** The name of its records' schema. */
  readonly schema: string;
  readonly fields: readonly string[];
  /** Fields that only events of its records have. */
  readonly onlyInEvents: readonly string[];
  /** The permission to list it. */
  readonly permission: KindPermission;
  /** The most records of a page. */
  readonly pageSize: number;
}

interface Schema {
  readonly $ref: string;
  readonly properties: Readonly<Record<string, Schema>>;
  readonly items: Schema;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get: { readonly parameters: readonly Parameter[] } }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Parameter {
  readonly name?: string;
  readonly schema: { readonly maximum: number };
}

const nameIn = ({ $ref }: Pick<Schema, '$ref'>): string => $ref.slice($ref.lastIndexOf('/') + 1);

/** A value of a document that this program made: a missing one is a fault of it. */
const required = <T>(value: T | undefined, what: string): T => {
  if (value === undefined) throw new Error(`The OpenAPI document has no ${what}.`);
  return value;
};

/** The kinds, each after those that its records refer to. */
const inOrderOfReferences = (collections: readonly Collection[]): readonly Collection[] => {
  const ordered = new Set<Collection>();
  const add = (collection: Collection): void => {
    for (const other of collections) {
      const refers = referencesIn(KINDS[collection.kind].fields).some(([, to]) => to === other.kind);
      if (refers && other !== collection) add(other);
    }
    ordered.add(collection);
  };
  collections.forEach(add);
  return [...ordered];
};

/**
 * The collections of all kinds, in the order in which a copy reads them: a record comes after those that it
 * refers to.
 *
 * @param document the OpenAPI document of the data API
 */
export const collectionsOf = (document: object): readonly Collection[] => {
  const { paths, components } = document as Document;
  const schemaOf = (name: string) => required(components.schemas[name], `schema ${name}`);
  const fieldsOf = (name: string) => Object.keys(schemaOf(name).properties);
  return inOrderOfReferences(
    KIND_NAMES.map((kind) => {
      const { get } = required(paths[`/v1/${kind}`], `path of ${kind}`);
      const page = schemaOf(`${pascalCase(kind)}Page`);
      const schema = nameIn(required(page.properties['items'], `items of ${kind}`).items);
      const fields = fieldsOf(schema);
      const event = schemaOf(`${pascalCase(kind)}CreatedEvent`);
      const stored = nameIn(required(event.properties['data'], `data of events of ${kind}`));
      const limit = get.parameters.find(({ name }) => name === 'limit');
      return {
        kind,
        prefix: snakeOf(kind),
        stream: snakeOf(pluralOf(kind)),
        schema,
        fields,
        onlyInEvents: fieldsOf(stored).filter((field) => !fields.includes(field)),
        permission: IDENTITIES[kind].list,
        pageSize: required(limit, `limit of ${kind}`).schema.maximum,
      };
    }),
  );
};
