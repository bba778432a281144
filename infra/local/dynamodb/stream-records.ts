import { DatabaseSync } from 'node:sqlite';
import { LEADING_KEYS } from '../../../shared/table/items/keys.ts';

const BUSY_MILLISECONDS = 5_000;

/** A text of the keys of each look-up, as JSON. Values cannot contain it: their quotes are escaped. */
const LOOKUP_KEY = `"pk":{"S":"${LEADING_KEYS.lookups.slice(0, -1)}`;

/**
 * Adapts the stream records of @dynoxide 1.2.1. Review both statements after each engine update.
 *
 * - For each write to a table with a stream, the engine looks up the highest sequence number, and without an index scans
 *   all stream records: after 20,000 writes, a write takes eight times as long. SQLite only uses the index for exactly the
 *   engine's expression.
 * - Records of look-ups, most of an import's, are not stored. No filter of the stream's readers passes them, but the engine
 *   would write each and send it to each reader.
 *
 * @param databaseFile of a running engine; SQLite lets two processes share it
 * @throws Error when the engine's tables have changed
 */
export const prepareStreamRecords = (databaseFile: string): void => {
  const database = new DatabaseSync(databaseFile, { timeout: BUSY_MILLISECONDS });
  try {
    database.exec(`
      CREATE INDEX IF NOT EXISTS stream_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER));
      CREATE TRIGGER IF NOT EXISTS skip_lookups BEFORE INSERT ON _stream_records
        WHEN instr(NEW.keys_json, '${LOOKUP_KEY}') BEGIN SELECT RAISE(IGNORE); END;
    `);
  } finally {
    database.close();
  }
};
