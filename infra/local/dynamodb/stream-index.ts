import { DatabaseSync } from 'node:sqlite';

const BUSY_MILLISECONDS = 5_000;

/**
 * Adds an index to the stream records of @dynoxide 1.2.1. For each write to a table with a stream, the engine
 * looks up the highest sequence number, and without an index scans all stream records: after 20,000 writes, a
 * write takes eight times as long. SQLite only uses the index for exactly the engine's expression. Review it
 * after each engine update.
 *
 * @param databaseFile of a running engine; SQLite lets two processes share it
 * @throws Error when the engine's tables have changed
 */
export const indexStream = (databaseFile: string): void => {
  const database = new DatabaseSync(databaseFile, { timeout: BUSY_MILLISECONDS });
  try {
    database.exec(
      'CREATE INDEX IF NOT EXISTS stream_sequence ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
    );
  } finally {
    database.close();
  }
};
