import { camelOf, type KindName, nounOf, OWN_KINDS, oneOf, pluralOf } from '../../shared/kinds/names.ts';
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

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].toSorted();

/** The methods of a class, each of whose calls is completed by one of these. */
const pythonMethods = (
  { kind, prefix, stream, schema, list, get }: Collection,
  { isAsync }: { readonly isAsync: boolean },
): string => {
  const query = (operationId: string) =>
    `**query: Unpack[${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query]`;
  const path = `f"/v1/${kind}/{path_segment(id)}"`;
  const notFound = list.isMany ? ', on_not_found' : '';
  const records = `self._api.records("/v1/${kind}", query, on_end${notFound})`;
  const text = listText(kind, 'Yield');
  const many = ['', text, '', ...manyText(kind, '`on_not_found`'), '']
    .join('\n        ')
    .replace('        \n', '\n');
  const getter =
    get === null
      ? ''
      : `\
    ${isAsync ? 'async ' : ''}def ${prefix}(self, id: str | UUID, ${query(get.operationId)}) -> ${get.schema}:
        """Return ${oneOf(kind)}."""
        record: ${get.schema} = ${isAsync ? `await self._api.get(${path}, query)` : `finish(self._api.get(${path}, query))`}
        return record

`;
  return `${getter}\
    def ${stream}(
        self,
        *,
        on_end: OnEnd | None = None,
${list.isMany ? '        on_not_found: OnNotFound | None = None,\n' : ''}\
        ${query(list.operationId)},
    ) -> ${isAsync ? `AsyncGenerator[${schema}, None]` : `Iterator[${schema}]`}:
        """${list.isMany ? many : text}"""
        return ${isAsync ? records : `iterate(${records})`}
`;
};

/** The methods of both clients on each kind of record, as a module of the Python client. */
export const pythonMethodsModule = (collections: readonly Collection[]): string => {
  const types = collections.flatMap(({ schema, list, get }) => [
    schema,
    ...[list, ...(get === null ? [] : [get])].map(
      ({ operationId }) => `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Query`,
    ),
    ...(get === null ? [] : [get.schema]),
  ]);
  const classOf = (name: string, text: string, isAsync: boolean) =>
    `class ${name}:
    """${text}"""

    _api: Api

${collections.map((each) => pythonMethods(each, { isAsync })).join('\n')}`;
  return `\
"""The operations on each kind of record. Made by "npm run openapi": do not edit."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from typing import TYPE_CHECKING
from uuid import UUID

from ._api import Api, OnEnd, OnNotFound, path_segment
from ._io import finish, iterate
from ._types import (
${sorted(types)
  .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  .map((name) => `    ${name},\n`)
  .join('')})

if TYPE_CHECKING:
    from typing_extensions import Unpack


${classOf('RecordMethods', 'The operations of the synchronous client.', false)}

${classOf('AsyncRecordMethods', 'The operations of the asynchronous client.', true)}`;
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
