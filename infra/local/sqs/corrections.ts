/** A piece of the `fauxqs` package that is replaced when it is loaded. */
export interface Correction {
  /** The end of the module's address. */
  readonly module: string;
  readonly text: string;
  readonly replacement: string;
  /** How often the text must be there, 1 by default. */
  readonly times?: number;
}

/**
 * Where fauxqs 2.4.1 differs from SQS in what the service needs, or would harm the machine. Its options reach none of
 * it. Another version that does not have these texts does not load, and has to be looked at first.
 */
const CORRECTIONS: readonly Correction[] = [
  // It listens on all addresses of the machine, whatever host it is given.
  { module: '/app.js', text: 'host: "0.0.0.0"', replacement: 'host: "127.0.0.1"' },
  // SQS takes characters beyond the basic plane, such as emoji.
  {
    module: '/sqs/sqsTypes.js',
    text: '\\uE000-\\uFFFD]/;',
    replacement: '\\uE000-\\uFFFD\\u{10000}-\\u{10FFFF}]/u;',
  },
  // Attributes that can be changed.
  {
    module: '/sqs/sqsTypes.js',
    text: '    "FifoQueue",\n    "ContentBasedDeduplication",\n]);',
    replacement:
      '    "FifoQueue",\n    "ContentBasedDeduplication",\n    "DeduplicationScope",\n    "FifoThroughputLimit",\n]);',
  },
  // It would wait for the disk at each write. SQLite's log outlives a killed process without that.
  {
    module: '/persistence.js',
    text: 'this.db.exec("PRAGMA journal_mode = WAL");',
    replacement: 'this.db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");',
  },
  // A visibility timeout of 0 broke a rule of its own table, and the message was gone until the next start.
  {
    module: '/persistence.js',
    text: 'this.stmts.updateMessageInflight.run(null, null, null, null, messageId);',
    replacement:
      'this.db.prepare("UPDATE sqs_messages SET receipt_handle = NULL, visibility_deadline = NULL WHERE message_id = ?").run(messageId);',
  },
  // Killed between the two, it had lost the message. Inserting it replaces the row.
  {
    module: '/sqs/sqsStore.js',
    text: 'this.persistence?.deleteMessage(msg.messageId);',
    replacement: '',
    times: 2,
  },
  // The scope of deduplication ids.
  {
    module: '/sqs/actions/sendMessage.js',
    text: 'queue.checkDeduplication(messageDeduplicationId)',
    replacement:
      'queue.checkDeduplication(queue.attributes.DeduplicationScope === "messageGroup" ? JSON.stringify([messageGroupId, messageDeduplicationId]) : messageDeduplicationId)',
  },
  {
    module: '/sqs/actions/sendMessage.js',
    text: 'queue.recordDeduplication(messageDeduplicationId,',
    replacement:
      'queue.recordDeduplication(queue.attributes.DeduplicationScope === "messageGroup" ? JSON.stringify([messageGroupId, messageDeduplicationId]) : messageDeduplicationId,',
  },
  {
    module: '/sqs/actions/sendMessageBatch.js',
    text: 'queue.checkDeduplication(dedupId)',
    replacement:
      'queue.checkDeduplication(queue.attributes.DeduplicationScope === "messageGroup" ? JSON.stringify([entry.MessageGroupId, dedupId]) : dedupId)',
  },
  {
    module: '/sqs/actions/sendMessageBatch.js',
    text: 'queue.recordDeduplication(dedupId,',
    replacement:
      'queue.recordDeduplication(queue.attributes.DeduplicationScope === "messageGroup" ? JSON.stringify([entry.MessageGroupId, dedupId]) : dedupId,',
  },
  // Standard queues have message groups too.
  {
    module: '/sqs/actions/sendMessage.js',
    text: 'delaySeconds > 0 ? delaySeconds : undefined)',
    replacement: 'delaySeconds > 0 ? delaySeconds : undefined, body.MessageGroupId)',
  },
  {
    module: '/sqs/actions/sendMessageBatch.js',
    text: 'delaySeconds > 0 ? delaySeconds : undefined)',
    replacement: 'delaySeconds > 0 ? delaySeconds : undefined, entry.MessageGroupId)',
  },
];

/**
 * Applies what there is to correct in a module.
 *
 * @throws Error when the module does not have the text
 */
export const correct = (url: string, source: string): string => {
  let corrected = source;
  for (const { module, text, replacement, times = 1 } of CORRECTIONS) {
    if (!url.endsWith(`/fauxqs/dist${module}`)) continue;
    const parts = corrected.split(text);
    if (parts.length !== times + 1)
      throw new Error(`${url} is not of the version of fauxqs that is known here.`);
    corrected = parts.join(replacement);
  }
  return corrected;
};
