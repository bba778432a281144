import type { ResourceWithFields } from '../../contract/records/resource-fields.ts';
import type { LookupsOf } from '../../kinds/kinds.ts';
import { COLLECTION_QUERY } from '../../kinds/lookups.ts';
import {
  IDENTITIES,
  type Pascal,
  type PlainKind,
  type Plural,
  pascalOf,
  pluralOf,
} from '../../kinds/names.ts';
import type { DataRoute } from '../route.ts';

interface Fields<R extends ResourceWithFields> {
  readonly kind: 'fields';
  readonly resource: R;
}

/** The parameter that selects fields of a resource. */
export const fieldsOf = <R extends ResourceWithFields>(resource: R): Fields<R> => ({
  kind: 'fields',
  resource,
});

/** The operation that lists the records of a kind, or looks them up. */
export interface ListRoute<K extends PlainKind> {
  readonly functionName: `list-${Plural<K>}`;
  readonly method: 'GET';
  readonly path: `/v1/${K}`;
  readonly permission: (typeof IDENTITIES)[K]['list'];
  readonly query: typeof COLLECTION_QUERY & LookupsOf<K> & { readonly fields: Fields<K> };
  readonly response: `${Pascal<K>}Page`;
}

/** The operation that gets a record of a kind. */
export interface GetRoute<K extends PlainKind> {
  readonly functionName: `get-${K}`;
  readonly method: 'GET';
  readonly path: `/v1/${K}/{id}`;
  readonly permission: (typeof IDENTITIES)[K]['get'];
  readonly query: { readonly fields: Fields<K> };
  readonly response: Pascal<K>;
}

/** @param lookups those of the kind: a function loads no others */
export const listRoute = <K extends PlainKind>(kind: K, lookups: LookupsOf<K>): ListRoute<K> => ({
  functionName: `list-${pluralOf(kind)}`,
  method: 'GET',
  path: `/v1/${kind}`,
  permission: IDENTITIES[kind].list,
  query: { ...COLLECTION_QUERY, ...lookups, fields: fieldsOf(kind) },
  response: `${pascalOf<K>(kind)}Page`,
});

export const getRoute = <K extends PlainKind>(kind: K): GetRoute<K> => ({
  functionName: `get-${kind}`,
  method: 'GET',
  path: `/v1/${kind}/{id}`,
  permission: IDENTITIES[kind].get,
  query: { fields: fieldsOf(kind) },
  response: pascalOf<K>(kind),
});

/** The operation that gets a person. */
export const GET_PERSON = {
  ...getRoute('person'),
  query: {
    include: { kind: 'set', values: ['callability'] },
    fields: fieldsOf('personWithCallability'),
  },
  response: 'PersonWithCallability',
} as const satisfies DataRoute;
