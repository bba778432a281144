import { SINGLE_LINE, SINGLE_LINE_RULE } from '../domain/single-line.ts';
import { isUuid } from '../domain/uuid.ts';
import { type BucketAddress, bucketUrl, hasDotSegments } from '../runtime/bucket/bucket-address.ts';
import { IMPORT_KINDS, type Import, type ImportKind, MAX_SOURCE_LENGTH } from './import.ts';
import { type RejectsFormat, rejectsSuffix } from './reader/files/rejects-format.ts';

/** The prefix of dropped files: `imports/{organization}/{kind}/{source}/{name}`. */
export const DROP_PREFIX = 'imports/';

/** The prefix of files that the console uploads: `uploads/{organization}/{import}/{name}`. */
export const UPLOAD_PREFIX = 'uploads/';

export const uploadKey = (organizationId: string, importId: string, fileName: string): string =>
  `${UPLOAD_PREFIX}${organizationId}/${importId}/${fileName}`;

/** The URL below which the console uploads files. */
export const uploadsUrl = (address: BucketAddress): string => `${bucketUrl(address)}/${UPLOAD_PREFIX}`;

/** The prefix of files that API keys upload: `received/{organization}/{batch}/{name}`. */
export const RECEIVED_PREFIX = 'received/';

/** The prefix of what imports keep between their steps. */
export const WORK_PREFIX = 'work/';

/** The longest key that S3 accepts, in bytes of UTF-8. */
const MAX_KEY_BYTES = 1024;

/** Cuts a text to this many bytes of UTF-8, without cutting a character. */
const cutToBytes = (text: string, bytes: number): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
};

/** The key of a file without an import may be too long: its end is cut. */
const besideOf = (objectKey: string, suffix: string, importId: string | undefined): string => {
  const end = importId === undefined ? suffix : `.${importId}${suffix}`;
  return `${cutToBytes(objectKey, MAX_KEY_BYTES - end.length)}${end}`;
};

/**
 * The object next to a file with what became of it.
 *
 * @param importId of the import whose own report it is. Without it, each import of the file replaces the
 * object
 */
export const reportKeyOf = (objectKey: string, importId?: string): string =>
  besideOf(objectKey, '.report.json', importId);

/** The object next to a file with its rejected rows, see {@link reportKeyOf}. */
export const rejectsKeyOf = (objectKey: string, format: RejectsFormat, importId?: string): string =>
  besideOf(objectKey, rejectsSuffix(format), importId);

/** The object next to a file with its warnings, see {@link reportKeyOf}. */
export const warningsKeyOf = (objectKey: string, importId?: string): string =>
  besideOf(objectKey, '.warnings.csv', importId);

/** The objects next to a file that an import writes: its own, and the one that the next import replaces. */
export const keysBeside = (
  { id, objectKey }: Pick<Import, 'id' | 'objectKey'>,
  keyOf: (objectKey: string, importId?: string) => string,
): readonly string[] => [id, undefined].map((importId) => keyOf(objectKey, importId));

/** Rejected rows of a part of a file. Together, the parts are the file of rejected rows. */
export const rejectPartKey = ({ organizationId, id }: Pick<Import, 'organizationId' | 'id'>, part: number) =>
  `${WORK_PREFIX}${organizationId}/${id}/rejects-${part}`;

/** Warnings of a part of a file, see {@link rejectPartKey}. */
export const warningPartKey = ({ organizationId, id }: Pick<Import, 'organizationId' | 'id'>, part: number) =>
  `${WORK_PREFIX}${organizationId}/${id}/warnings-${part}`;

/** What the key of a dropped file says. */
export interface DropAddress {
  readonly organizationId: string;
  readonly kind: ImportKind;
  readonly source: string;
  readonly fileName: string;
}

/** Leaves room for the longest key next to the file. */
const MAX_DROP_KEY_BYTES = 975;

const FORM = 'imports/ORGANIZATION/KIND/SOURCE/FILE';

const isWrittenByImports = (key: string): boolean =>
  [reportKeyOf(''), warningsKeyOf(''), rejectsKeyOf('', 'csv'), rejectsKeyOf('', 'jsonl')].some((end) =>
    key.endsWith(end),
  );

/**
 * Reads the key of an object under {@link DROP_PREFIX}.
 *
 * @returns `undefined` for objects that are not to be imported: reports, rejected rows and folders
 */
export const readDropKey = (key: string): DropAddress | { readonly problem: string } | undefined => {
  if (isWrittenByImports(key) || key.endsWith('/')) return undefined;
  const [, organizationId = '', kind, source = '', ...name] = key.split('/');
  const fileName = name.join('/');
  const known = IMPORT_KINDS.find((each) => each === kind);
  if (!isUuid(organizationId) || fileName === '') {
    return { problem: `The key of the file is not of the form ${FORM}.` };
  }
  if (Buffer.byteLength(key) > MAX_DROP_KEY_BYTES) {
    return { problem: `The key of the file must have at most ${MAX_DROP_KEY_BYTES} bytes.` };
  }
  if (hasDotSegments(key)) {
    return { problem: 'The key of the file must not have "." or ".." between slashes.' };
  }
  if (known === undefined) {
    return { problem: `"${kind}" in the key of the file is not a kind: use ${IMPORT_KINDS.join(', ')}.` };
  }
  const isName = source.trim() === source && source !== '' && SINGLE_LINE.test(source);
  if (!isName || source.length > MAX_SOURCE_LENGTH) {
    return {
      problem:
        `The source in the key of the file must have 1 to ${MAX_SOURCE_LENGTH} characters, ` +
        `${SINGLE_LINE_RULE}.`,
    };
  }
  return { organizationId, kind: known, source, fileName };
};
