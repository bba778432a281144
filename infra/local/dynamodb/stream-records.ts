import { DatabaseSync } from 'node:sqlite';
import { feedSeenKey } from '../../../shared/table/items/feed-keys.ts';
import { LEADING_KEYS } from '../../../shared/table/items/leading-keys.ts';

const BUSY_MILLISECONDS = 5_000;

/**
 * Texts in the JSON keys of the items that no reader of the stream receives: lookups, webhook deliveries, and
 * what the feed has seen. Values cannot contain them, because their quotes are escaped.
 */
const UNREAD_KEYS = [
  `"pk":{"S":"${LEADING_KEYS.lookups.slice(0, -1)}`,
  `"pk":{"S":"${LEADING_KEYS.webhookDeliveries.slice(0, -1)}`,
  `"sk":{"S":"${feedSeenKey('', '').sk}`,
];

const COLUMNS = ['table_name', 'sequence_number', 'keys_json'];

/**
 * Adapts how the engine stores stream records, if it stores them as the tested versions do.
 *
 * - For each write to a table with a stream, the engine looks up the highest sequence number, and without an
 *   index scans all stream records: after 20,000 writes, a write takes eight times as long. SQLite only uses
 *   the index for exactly the engine's expression.
 * - Records of unread items, most of an import's, are not stored. The engine would send each to both readers,
 *   whose filters drop it.
 *
 * @param databaseFile of a running engine; SQLite lets two processes share it
 * @throws Error when the file is no database
 */
export const prepareStreamRecords = (databaseFile: string): void => {
  const database = new DatabaseSync(databaseFile, { timeout: BUSY_MILLISECONDS });
  try {
    const columns = database.prepare("SELECT name FROM pragma_table_info('_stream_records')").all();
    if (!COLUMNS.every((name) => columns.some((column) => column['name'] === name))) return;
    database.exec(`
      CREATE INDEX IF NOT EXISTS stream_sequence ON _stream_records (table_name, CAST(sequence_number AS \
INTEGER));
      DROP TRIGGER IF EXISTS skip_unread;
      CREATE TRIGGER skip_unread BEFORE INSERT ON _stream_records
        WHEN ${UNREAD_KEYS.map((text) => `instr(NEW.keys_json, '${text}')`).join(' OR ')}
        BEGIN SELECT RAISE(IGNORE); END;
    `);
  } finally {
    database.close();
  }
};
