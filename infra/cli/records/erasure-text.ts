import { z } from 'zod';
import type { ErasureReport } from '../../../shared/records/erasure/erase-person.ts';
import type { RemainingCopy, Retention } from '../../../shared/records/erasure/remaining-copies.ts';

const retentionSchema = z.object({
  backupDays: z.number(),
  queueDays: z.number(),
  importDays: z.number(),
}) satisfies z.ZodType<Retention>;

/** Reads the output `Retention` of a stack. */
export const parseRetention = (output: string): Retention => retentionSchema.parse(JSON.parse(output));

const daysText = (days: number | null): string => {
  if (days === null) return 'nothing';
  return `up to ${days} ${days === 1 ? 'day' : 'days'}`;
};

const WAS = {
  stored: 'Erased the person',
  deleted: 'Erased the deleted person',
  erased: 'The person was already erased. Repeated the erasure of',
} as const;

/** What an erasure removed, and what remains. */
export const erasureText = (
  report: ErasureReport,
  remaining: readonly RemainingCopy[],
): readonly string[] => [
  `${WAS[report.was]} ${report.id} (person.erased, sequence ${report.sequence}).`,
  '',
  'Removed:',
  `  call list entries, phone and note:  ${report.entries}`,
  `  events in the feed:                 ${report.events}`,
  `  pending deliveries, cancelled:      ${report.cancelledDeliveries}`,
  `  responses of recorded attempts:     ${report.responses}`,
  '',
  'Remaining:',
  ...remaining.map(({ place, days }) => `  ${place}: ${daysText(days)}`),
  '',
  'Events that are being published now may be appended after this command: repeat it in an hour. Also erase the',
  'person in the source of your imports, or the next import creates the person again.',
];
