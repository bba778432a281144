import {
  camelOf,
  capitalized,
  type KindName,
  nounOf,
  OWN_KINDS,
  oneOf,
  PLAIN_KINDS,
  pascalOf,
  pluralOf,
} from '../../shared/kinds/names.ts';
import { namesOf, RECORD_ROUTES } from '../../shared/operations/data-api/records.ts';
import { ROUTES } from '../../shared/operations/data-api/routes.ts';
import type { DataRoute } from '../../shared/operations/route.ts';
import type { Collection } from './collections.ts';
import { snakeCase } from './python-source.ts';

const lines = (collections: readonly Collection[], line: (collection: Collection) => string): string =>
  collections.map((collection) => `${line(collection)}\n`).join('');

/** Parameters that take one value or many. */
const MANY_VALUED: readonly string[] = [
  ...new Set(
    Object.values<DataRoute>(ROUTES).flatMap(({ query = {} }) =>
      Object.entries(query).flatMap(([name, parameter]) =>
        'maximum' in parameter && parameter.kind !== 'integer' ? name : [],
      ),
    ),
  ),
];

/** The operations on a kind, with what they return: only kinds without code of their own have one to get. */
const operationsOf = ({ kind }: Collection) => {
  const plain = PLAIN_KINDS.find((each) => each === kind);
  const name = plain === undefined ? '' : namesOf(plain).get;
  const { response: record } = RECORD_ROUTES[name as keyof typeof RECORD_ROUTES] ?? {};
  return { list: `list${pascalOf(pluralOf(kind))}`, get: record && { name, record } };
};

const listText = (kind: KindName, word: string): string =>
  `${word} all ${nounOf(pluralOf(kind))}, or those that a lookup finds. \`limit\` is the page size.`;

const typescriptMethods = (collection: Collection): string => {
  const { kind, schema } = collection;
  const { list, get } = operationsOf(collection);
  const record = `Schemas['${get?.record}']`;
  const listed = `Schemas['${schema}']`;
  const getter = `\
  /** Returns ${oneOf(kind)}. */
  ${camelOf(kind)}<const F extends Fields<${record}> = undefined>(
    id: string,
    options?: CallOptions & Selecting<QueryOf<'${get?.name}'>, F>,
  ): Promise<Selected<${record}, F>>;
`;
  return `${get === undefined ? '' : getter}\
  /** ${listText(kind, 'Yields')} */
  ${camelOf(pluralOf(kind))}<const F extends Fields<${listed}> = undefined>(
    query?: Selecting<QueryOf<'${list}'>, F>,
    options?: ScanOptions,
  ): AsyncGenerator<Selected<${listed}, F>>;`;
};

/** The collections of a copy and the methods of a client, as a module of the TypeScript client. */
export const typescriptCollections = (collections: readonly Collection[]): string => `\
// Made by "npm run openapi": do not edit.
import type { Fields, Selected } from './fields.ts';
import type { CallOptions, QueryOf, ScanOptions, Selecting } from './requests.ts';
import type { components } from './schema.ts';

type Schemas = components['schemas'];

/** The records of a copy by kind, which is the part of an event's type before the dot. */
export interface CopiedRecords {
${lines(collections, ({ prefix, schema }) => `  readonly ${prefix}: Schemas['${schema}'];`)}}

/** In the order in which they are read: after those that they refer to. With the methods of a client. */
export const COLLECTIONS = {
${lines(collections, (collection) => {
  const { prefix, kind, pageSize, permission } = collection;
  const get = operationsOf(collection).get === undefined ? 'null' : `'${camelOf(kind)}'`;
  return `  ${prefix}: {
    path: '/v1/${kind}',
    pageSize: ${pageSize},
    permission: '${permission}',
    list: '${camelOf(pluralOf(kind))}',
    get: ${get},
  },`;
})}} as const;

/** The operations on each kind of record. */
export interface RecordMethods {
${lines(collections, typescriptMethods)}}
`;

/** The parameters that take one value or many, as a module of the TypeScript client. */
export const typescriptLookups = (): string => `\
// Made by "npm run openapi": do not edit.
/** Parameters that take one value or many: each is sent on its own, since it may contain a comma. */
export const LOOKUPS = [${MANY_VALUED.map((name) => `'${name}'`).join(', ')}] as const;
`;

const queryOf = (operation: string): string => `${capitalized(operation)}Query`;

/** What makes the methods of a client: those of the asynchronous one return what the API yields. */
const SYNC = {
  name: 'RecordMethods',
  text: 'The operations of the synchronous client.',
  define: 'def',
  got: (request: string) => `finish(${request})`,
  listed: (records: string) => `iterate(${records})`,
  listOf: (schema: string) => `Iterator[${schema}]`,
};
const ASYNC: typeof SYNC = {
  name: 'AsyncRecordMethods',
  text: 'The operations of the asynchronous client.',
  define: 'async def',
  got: (request) => `await ${request}`,
  listed: (records) => records,
  listOf: (schema) => `AsyncGenerator[${schema}, None]`,
};

const pythonMethodsOf = (collection: Collection, { define, got, listed, listOf }: typeof SYNC): string => {
  const { kind, prefix, stream, schema } = collection;
  const { list, get } = operationsOf(collection);
  const getter = `\
    ${define} ${prefix}(self, id: str | UUID, **query: Unpack[${queryOf(get?.name ?? '')}]) -> ${get?.record}:
        """Return ${oneOf(kind)}."""
        record: ${get?.record} = ${got(`self._api.get(f"/v1/${kind}/{path_segment(id)}", query)`)}
        return record

`;
  return `${get === undefined ? '' : getter}\
    def ${stream}(
        self,
        *,
        on_end: OnEnd | None = None,
        on_not_found: OnNotFound | None = None,
        **query: Unpack[${queryOf(list)}],
    ) -> ${listOf(schema)}:
        """${listText(kind, 'Yield')}"""
        return ${listed(`self._api.records("/v1/${kind}", query, on_end, on_not_found)`)}
`;
};

/** The methods of both clients on each kind of record, as a module of the Python client. */
export const pythonMethods = (collections: readonly Collection[]): string => {
  const types = collections.flatMap((collection) => {
    const { list, get } = operationsOf(collection);
    return [collection.schema, queryOf(list), ...(get === undefined ? [] : [queryOf(get.name), get.record])];
  });
  const classOf = (client: typeof SYNC): string => `\
class ${client.name}:
    """${client.text}"""

    _api: Api

${collections.map((each) => pythonMethodsOf(each, client)).join('\n')}`;
  return `\
"""The operations on each kind of record. Made by "npm run openapi": do not edit."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from typing import TYPE_CHECKING
from uuid import UUID

from ._api import Api, OnEnd, OnNotFound, path_segment
from ._io import finish, iterate
from ._types import (
${[...new Set(types)]
  .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  .map((name) => `    ${name},\n`)
  .join('')})

if TYPE_CHECKING:
    from typing_extensions import Unpack


${classOf(SYNC)}

${classOf(ASYNC)}`;
};

const literals = (values: readonly string[]): string =>
  `Literal[\n${values.map((value) => `    "${value}",\n`).join('')}]`;

/** The collections of a copy, as a module of the Python client. */
export const pythonCollections = (collections: readonly Collection[]): string => `\
"""The collections of a copy. Made by "npm run openapi": do not edit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, Literal, TypeAlias, TypeVar

from ._types import (
${lines(
  collections.toSorted((a, b) => (a.schema < b.schema ? -1 : 1)),
  ({ schema }) => `    ${schema},`,
)})

LOOKUPS = (
${MANY_VALUED.map((name) => `    "${snakeCase(name)}",\n`).join('')})
"""Parameters that take one value or many."""

CopyKind: TypeAlias = ${literals(collections.map(({ prefix }) => prefix))}
"""The part of an event's type before the dot."""

Resource: TypeAlias = ${literals(collections.map(({ kind }) => kind))}
"""The kind of a record in paths and parameters."""

RowKind: TypeAlias = ${literals(OWN_KINDS.map((kind) => camelOf(pluralOf(kind))))}
"""What a row of an import is."""

FileKind: TypeAlias = ${literals(OWN_KINDS.map((kind) => pluralOf(kind)))}
"""What a file of an import holds."""

K = TypeVar("K", bound=CopyKind)
T = TypeVar("T")


@dataclass(frozen=True)
class Upsert(Generic[K, T]):
    """Insert the record, or replace it as a whole."""

    kind: K
    id: str
    data: T
    """A call list from an event also has \`changedAt\`."""
    action: Literal["upsert"] = "upsert"


CopyUpsert: TypeAlias = (
    ${collections.map(({ prefix, schema }) => `Upsert[Literal["${prefix}"], ${schema}]`).join('\n    | ')}
)


@dataclass(frozen=True)
class Collection:
    """A collection of the API."""

    path: str
    page_size: int
    permission: str


# In the order in which they are read: records come after those that they refer to.
COLLECTIONS: dict[CopyKind, Collection] = {
${lines(
  collections,
  ({ prefix, kind, pageSize, permission }) =>
    `    "${prefix}": Collection("/v1/${kind}", ${pageSize}, "${permission}"),`,
)}}
`;
