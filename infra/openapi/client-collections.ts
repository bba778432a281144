import type { Collection } from './collections.ts';

const lines = (collections: readonly Collection[], line: (collection: Collection) => string): string =>
  collections.map((collection) => `${line(collection)}\n`).join('');

/** The collections of a copy, as a module of the TypeScript client. */
export const typescriptCollections = (collections: readonly Collection[]): string => `\
// Made by "npm run openapi": do not edit.
import type { components } from './schema.ts';

/** The records of a copy by kind, which is the part of an event's type before the dot. */
export interface CopiedRecords {
${lines(collections, ({ prefix, schema }) => `  readonly ${prefix}: components['schemas']['${schema}'];`)}}

/** In the order in which they are read: records come after those that they refer to. */
export const COLLECTIONS = {
${lines(
  collections,
  ({ prefix, kind, pageSize, permission }) =>
    `  ${prefix}: { path: '/v1/${kind}', pageSize: ${pageSize}, permission: '${permission}' },`,
)}} as const;
`;

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

CopyKind: TypeAlias = Literal[
${lines(collections, ({ prefix }) => `    "${prefix}",`)}]
"""The part of an event's type before the dot."""

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
