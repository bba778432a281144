import { EXPORT_DAYS } from '../../contract/exports/export-limits.ts';

/** How long copies of erased data last that no one can delete from, in days. */
export interface Retention {
  /** Point-in-time recovery; 0 without it. */
  readonly backupDays: number;
  readonly queueDays: number;
  /** How long files stay in the import bucket. */
  readonly importDays: number;
}

/**
 * AWS keeps traces for this long. Those of lookups have the value in their URL:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-understanding-xray-traces.html
 */
const TRACE_DAYS = 30;

/** A copy that remains after an erasure. */
export interface RemainingCopy {
  readonly place: string;
  /** Null if it keeps none. */
  readonly days: number | null;
}

/** Where data of an erased person remains, and for how long. */
export const remainingCopies = ({
  backupDays,
  queueDays,
  importDays,
}: Retention): readonly RemainingCopy[] => [
  { place: 'point-in-time backups of the table', days: backupDays === 0 ? null : backupDays },
  { place: "the table's stream", days: 1 },
  { place: 'messages in queues and dead-letter queues, if their processing failed', days: queueDays },
  { place: 'imported files, with their rejected rows', days: importDays },
  { place: 'an exported file, if an invocation that wrote it was lost', days: EXPORT_DAYS + 1 },
  { place: 'traces of lookups by email or phone', days: TRACE_DAYS },
  { place: 'logs', days: null },
];
