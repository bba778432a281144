import type { Import } from '../../shared/imports/import.ts';
import { rejectPartKey, rejectsKeyOf } from '../../shared/imports/object-keys.ts';
import type { FirstReject } from '../../shared/imports/preview/first-rejects.ts';
import type { Bucket } from '../../shared/runtime/bucket/bucket.ts';
import { lazily } from '../../shared/runtime/lazily.ts';

/** The parser of CSV files takes longer to load than the rest of a function. */
const rejects = lazily(() => import('../../shared/imports/preview/first-rejects.ts'));

/** Parts that are read while an import runs. It writes one about every three seconds. */
const MAX_PARTS = 5;

/**
 * The first rejected rows, also while the import runs.
 *
 * @param limits how much of the file is read, and how many rows. @default what people look at
 */
export const readFirstRejects = async (
  bucket: Pick<Bucket, 'readStart'>,
  { id, organizationId, objectKey, progress, finishedAt }: Import,
  limits?: { readonly bytes: number; readonly rows: number },
): Promise<readonly FirstReject[]> => {
  if (progress === null || progress.rejectParts === 0) return [];
  const { FIRST_REJECTS_BYTES, firstRejects } = await rejects();
  const bytes = limits?.bytes ?? FIRST_REJECTS_BYTES;
  const parts = Array.from({ length: Math.min(progress.rejectParts, MAX_PARTS) }, (_, part) =>
    rejectPartKey({ id, organizationId }, part),
  );
  const keys = finishedAt === null ? parts : [rejectsKeyOf(objectKey, progress.rejectsFormat, id)];
  const starts = await Promise.all(keys.map((key) => bucket.readStart(key, bytes)));
  // What follows an incomplete part does not continue it.
  const cut = starts.findIndex((start) => start === undefined || start.length === bytes);
  const whole = cut === -1 ? starts : starts.slice(0, cut + 1);
  return firstRejects(
    Buffer.concat(whole.flatMap((start) => start ?? [])),
    progress.rejectsFormat,
    limits?.rows,
  );
};
