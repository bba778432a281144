import { pluralOf } from '../kinds/names.ts';
import type { Export } from './export.ts';

/** The prefix of the files of exports: `exports/{organization}/{export}/{name}`. */
export const EXPORT_FILES_PREFIX = 'exports/';

/** The prefix of the objects of an export. */
export const filesPrefix = ({ organizationId, id }: Pick<Export, 'organizationId' | 'id'>): string =>
  `${EXPORT_FILES_PREFIX}${organizationId}/${id}/`;

/** The name under which a file is saved, such as `people-2026-01-31-1.csv`. Files count from 1. */
export const fileNameOf = ({ resource, format, createdAt }: Export, number: number): string =>
  `${pluralOf(resource)}-${createdAt.slice(0, 10)}-${number}.${format}`;

/**
 * The key of a new object. No two attempts to write a file share one: an attempt that was given up may still
 * be writing.
 *
 * @param suffix that no other attempt has
 */
export const newObjectKey = (item: Export, name: string, suffix: string): string =>
  `${filesPrefix(item)}${name}.${suffix}`;
