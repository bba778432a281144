import * as z from 'zod/mini';
import { IMPORT_KINDS } from '../contract/imports/import-limits.ts';
import { DROP_PREFIX } from './object-keys.ts';

const prefixSchema = z.object({
  prefix: z.string(),
  organizationId: z.string(),
  kind: z.enum(IMPORT_KINDS),
  source: z.string(),
});

/** Whose records the objects below a prefix of a bucket are. */
type ImportPrefix = Readonly<z.infer<typeof prefixSchema>>;

const bucketsSchema = z.array(z.object({ name: z.string(), prefixes: z.array(prefixSchema) }));

/** A bucket other than that of the stack, whose new objects are imported. */
export interface OtherBucket {
  readonly name: string;
  readonly prefixes: readonly ImportPrefix[];
}

/** Reads what `OTHER_BUCKETS` contains. */
export const parseOtherBuckets = (text: string): readonly OtherBucket[] =>
  bucketsSchema.parse(JSON.parse(text));

/** The key with which an object of another bucket would be dropped into the bucket of the stack. */
export const droppedKey = ({ prefix, organizationId, kind, source }: ImportPrefix, key: string): string =>
  `${DROP_PREFIX}${organizationId}/${kind}/${source}/${key.slice(prefix.length)}`;
