import { z } from 'zod';
import type { ErasureReport } from '../../../shared/records/erasure/erase-person.ts';

/** How long copies of erased data last that no one can delete from, in days. From the stack's output. */
const retentionSchema = z.object({
  /** Point-in-time recovery; 0 without it. */
  backupDays: z.number(),
  eventArchiveDays: z.number(),
  queueDays: z.number(),
});

/** Reads the output `Retention` of a stack. */
export const parseRetention = (output: string) => retentionSchema.parse(JSON.parse(output));

/** A copy that remains after an erasure. */
export interface Remaining {
  readonly place: string;
  /** Null if it keeps none. */
  readonly days: number | null;
}

/** Where data of an erased person remains, and for how long. */
export const remainingCopies = ({
  backupDays,
  eventArchiveDays,
  queueDays,
}: ReturnType<typeof parseRetention>): readonly Remaining[] => [
  { place: 'point-in-time backups of the table', days: backupDays === 0 ? null : backupDays },
  { place: "the table's stream", days: 1 },
  { place: 'the archive of the event bus', days: eventArchiveDays },
  { place: 'messages in queues and dead-letter queues, if their processing failed', days: queueDays },
  { place: 'logs', days: null },
];

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
export const erasureText = (report: ErasureReport, remaining: readonly Remaining[]): string =>
  [
    `${WAS[report.was]} ${report.id} (person.erased, sequence ${report.sequence}).`,
    '',
    'Removed:',
    `  call list entries, phone and note:  ${report.entries}`,
    `  stored webhook events:              ${report.events}`,
    `  pending deliveries, cancelled:      ${report.cancelledDeliveries}`,
    `  responses of recorded attempts:     ${report.responses}`,
    '',
    'Remaining:',
    ...remaining.map(({ place, days }) => `  ${place}: ${daysText(days)}`),
    '',
    'Events that are being published now may be stored after this command: repeat it in an hour. Also erase the',
    'person in the source of your imports, or the next import creates the person again.',
  ].join('\n');
