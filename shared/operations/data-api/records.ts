import { LOOKUPS } from '../../kinds/kinds.ts';
import {
  type Pascal,
  PLAIN_KINDS,
  type PlainKind,
  type Plural,
  pascalOf,
  pluralOf,
} from '../../kinds/names.ts';
import type { DataRoutes } from '../route.ts';
import { GET_PERSON, type GetRoute, getRoute, type ListRoute, listRoute } from './record-routes.ts';

type ListName<K extends PlainKind> = `list${Pascal<Plural<K>>}`;
type GetName<K extends PlainKind> = `get${Pascal<K>}`;

type DerivedRoutes = { readonly [K in PlainKind as ListName<K>]: ListRoute<K> } & {
  readonly [K in Exclude<PlainKind, 'person'> as GetName<K>]: GetRoute<K>;
};

/** The names of the operations on a kind. */
export const namesOf = (kind: PlainKind) => ({
  list: `list${pascalOf(pluralOf(kind))}`,
  get: `get${pascalOf(kind)}`,
});

/** The operations of the data API on records of kinds without code of their own: all are listed and got. */
export const RECORD_ROUTES = Object.fromEntries(
  PLAIN_KINDS.flatMap((kind) => {
    const { list, get } = namesOf(kind);
    return [
      [list, listRoute(kind, LOOKUPS[kind])],
      [get, kind === 'person' ? GET_PERSON : getRoute(kind)],
    ];
  }),
) as object as DerivedRoutes & { readonly getPerson: typeof GET_PERSON } satisfies DataRoutes;
