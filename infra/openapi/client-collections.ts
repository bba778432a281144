import {
  camelOf,
  capitalized,
  type KindName,
  nounOf,
  OWN_KINDS,
  oneOf,
  pluralOf,
} from '../../shared/kinds/names.ts';
import { type Collection, manyValued } from './collections.ts';
import { snakeCase } from './python-source.ts';

const lines = (collections: readonly Collection[], line: (collection: Collection) => string): string =>
  collections.map((collection) => `${line(collection)}\n`).join('');

const listText = (kind: KindName, word: string): string =>
  `${word} all ${nounOf(pluralOf(kind))}, or those that a lookup finds. \`limit\` is the page size.`;

/** What a method that looks up many values says about these. */
const manyText = (kind: KindName, onNotFound: string): readonly string[] => [
  'Lookups take any number of values, 100 per request. A record with values of two requests comes twice.',
  `${onNotFound} gets the values that no ${nounOf(kind)} has.`,
];

const typescriptMethods = ({ kind, schema, list, get }: Collection): string => {
  const record = `Schemas['${get?.schema}']`;
  const listed = `Schemas['${schema}']`;
  const text = listText(kind, 'Yields');
  const many = manyText(kind, '`onNotFound`').map((line) => `\n   * ${line}`);
  const getter = `\
  /** Returns ${oneOf(kind)}. */
  ${camelOf(kind)}<const F extends Fields<${record}> = undefined>(
    id: string,
    options?: CallOptions & Selecting<QueryOf<'${get?.operationId}'>, F>,
  ): Promise<Selected<${record}, F>>;
`;
  return `${get === null ? '' : getter}\
  ${list.isMany ? `/**\n   * ${text}\n   *${many.join('')}\n   */` : `/** ${text} */`}
  ${camelOf(pluralOf(kind))}<const F extends Fields<${listed}> = undefined>(
    query?: Selecting<QueryOf<'${list.operationId}'>, F>,
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

/** In the order in which they are read: records come after those that they refer to. */
export const COLLECTIONS = {
${lines(
  collections,
  ({ prefix, kind, pageSize, permission }) =>
    `  ${prefix}: { path: '/v1/${kind}', pageSize: ${pageSize}, permission: '${permission}' },`,
)}} as const;

/** The operations on each kind of record. */
export interface RecordMethods {
${lines(collections, typescriptMethods)}}

/** The methods that list a collection, with its path. */
export const LISTS = {
${lines(collections, ({ kind }) => `  ${camelOf(pluralOf(kind))}: '/v1/${kind}',`)}} as const;

/** The methods that get a record, with the name of its kind. */
export const GETS = {
${lines(
  collections.filter(({ get }) => get !== null),
  ({ kind }) => `  ${camelOf(kind)}: '${kind}',`,
)}} as const;
`;

/** The parameters that take one value or many, as a module of the TypeScript client. */
export const typescriptLookups = (document: object): string => `\
// Made by "npm run openapi": do not edit.
/** Parameters that take one value or many: each is sent on its own, since it may contain a comma. */
export const LOOKUPS = [${manyValued(document)
  .map((name) => `'${name}'`)
  .join(', ')}] as const;
`;

/** The name of the type of an operation's query. */
const queryOf = ({ operationId }: { readonly operationId: string }): string =>
  `${capitalized(operationId)}Query`;

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

const pythonGetter = ({ kind, prefix, get }: Collection, { define, got }: typeof SYNC): string =>
  get === null
    ? ''
    : `\
    ${define} ${prefix}(self, id: str | UUID, **query: Unpack[${queryOf(get)}]) -> ${get.schema}:
        """Return ${oneOf(kind)}."""
        record: ${get.schema} = ${got(`self._api.get(f"/v1/${kind}/{path_segment(id)}", query)`)}
        return record

`;

const pythonLister = (
  { kind, stream, schema, list }: Collection,
  { listed, listOf }: typeof SYNC,
): string => {
  const text = listText(kind, 'Yield');
  const lines = [text, '', ...manyText(kind, '`on_not_found`'), ''];
  const many = lines.map((line, index) => (line === '' && index === 1 ? '\n' : `\n        ${line}`)).join('');
  const notFound = list.isMany ? ', on_not_found' : '';
  return `\
    def ${stream}(
        self,
        *,
        on_end: OnEnd | None = None,
${list.isMany ? '        on_not_found: OnNotFound | None = None,\n' : ''}\
        **query: Unpack[${queryOf(list)}],
    ) -> ${listOf(schema)}:
        """${list.isMany ? many : text}"""
        return ${listed(`self._api.records("/v1/${kind}", query, on_end${notFound})`)}
`;
};

/** The methods of both clients on each kind of record, as a module of the Python client. */
export const pythonMethods = (collections: readonly Collection[]): string => {
  const types = collections.flatMap(({ schema, list, get }) => [
    schema,
    queryOf(list),
    ...(get === null ? [] : [queryOf(get), get.schema]),
  ]);
  const classOf = (client: typeof SYNC): string => `\
class ${client.name}:
    """${client.text}"""

    _api: Api

${collections.map((each) => pythonGetter(each, client) + pythonLister(each, client)).join('\n')}`;
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
export const pythonCollections = (collections: readonly Collection[], document: object): string => `\
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
${manyValued(document)
  .map((name) => `    "${snakeCase(name)}",\n`)
  .join('')})
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
