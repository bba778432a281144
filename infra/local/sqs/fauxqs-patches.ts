import type { IncomingMessage, Server } from 'node:http';
import { registerHooks } from 'node:module';
import { findPatchedPackage } from '../process/patched-package.ts';
import type { ObjectsOfBuckets } from '../s3/notify-objects.ts';

const PACKAGE = 'fauxqs';
/** Review the patches before changing it. */
const VERSION = '2.4.1';

interface QueuedMessage {
  readonly messageGroupId?: string;
}

/** A standard queue of fauxqs. */
interface StandardQueue {
  readonly messages: QueuedMessage[];
  readonly inflightMessages: ReadonlyMap<string, { readonly message: QueuedMessage }>;
}

/**
 * Takes the next message of the group with the fewest messages in flight, of those near the front: each
 * without a group counts as a group of its own
 * (https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues-detailed.html).
 * Its text becomes part of fauxqs.
 */
const takeFairly = ({ messages, inflightMessages }: StandardQueue): QueuedMessage | undefined => {
  const counts = new Map<string | undefined, number>();
  for (const { message } of inflightMessages.values()) {
    counts.set(message.messageGroupId, (counts.get(message.messageGroupId) ?? 0) + 1);
  }
  const inFlight = ({ messageGroupId: group }: QueuedMessage): number =>
    group === undefined ? 0 : (counts.get(group) ?? 0);
  let next = 0;
  for (const [index, message] of messages.slice(0, 5_000).entries()) {
    const best = messages[next];
    if (best === undefined || inFlight(best) === 0) break;
    if (inFlight(message) < inFlight(best)) next = index;
  }
  return messages.splice(next, 1)[0];
};

interface Patch {
  readonly module: string;
  readonly text: string;
  readonly replacement: string;
  /** How often the text occurs. @default 1 */
  readonly times?: number;
}

/**
 * Where fauxqs differs from SQS and S3 in ways that affect the service or this machine, and has no option for
 * it. What each is worth: infra/docs/decisions/0029-local-engine-settings.md.
 */
const PATCHES: readonly Patch[] = [
  // It listens on all addresses of the machine, whatever its `host` option.
  { module: 'app.js', text: 'host: "0.0.0.0"', replacement: 'host: "127.0.0.1"' },
  // It accepts any call.
  {
    module: 'app.js',
    text: 'const listenAddress =',
    replacement: 'options.guard(app, s3Store); const listenAddress =',
  },
  // It refuses files of more than 11 MiB. A file is held in memory while it is uploaded.
  { module: 'app.js', text: 'bodyLimit: 11 * 1_048_576', replacement: 'bodyLimit: 512 * 1_048_576' },
  // It stores objects in the folder that their key names, which `..` leaves, and in which `a//b` is `a/b`.
  {
    module: 's3/fileS3Persistence.js',
    text: 'encoded.split("/")',
    replacement:
      'encoded.split("/").map((part) => part.replace(/^\\.{0,2}$/, (dots) => "%" + ' +
      '"2e".repeat(dots.length)))',
  },
  // SQS accepts characters beyond the basic plane, such as emoji.
  {
    module: 'sqs/sqsTypes.js',
    text: '\\uE000-\\uFFFD]/;',
    replacement: '\\uE000-\\uFFFD\\u{10000}-\\u{10FFFF}]/u;',
  },
  // It waits for the disk at each write, although SQLite's log survives a kill without that.
  {
    module: 'persistence.js',
    text: 'this.db.exec("PRAGMA journal_mode = WAL");',
    replacement: 'this.db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");',
  },
  // It restores messages in flight as such. A runner that starts is the only consumer, so nothing holds them.
  {
    module: 'persistence.js',
    text: 'if (row.visibility_deadline > now) {',
    replacement: 'if (false) {',
  },
  // It delivers one message of a FIFO group at a time. SQS delivers several in a batch, in order.
  {
    module: 'sqs/sqsStore.js',
    text: '(this.fifoLockedGroups.get(groupId) ?? 0) + 1);\n                break;',
    replacement: '(this.fifoLockedGroups.get(groupId) ?? 0) + 1);',
  },
  // It ignores the groups of standard queues. SQS prefers those with the fewest messages in flight.
  {
    module: 'sqs/sqsStore.js',
    text: 'const msg = this.messages.shift();',
    replacement: `const msg = (${takeFairly})(this);`,
  },
  // And it forgets them.
  ...[
    ['sqs/actions/sendMessage.js', 'body.MessageGroupId'],
    ['sqs/actions/sendMessageBatch.js', 'entry.MessageGroupId'],
  ].map(([module = '', group = '']) => ({
    module,
    text: 'delaySeconds > 0 ? delaySeconds : undefined);',
    replacement: `delaySeconds > 0 ? delaySeconds : undefined, ${group});`,
  })),
  // It returns messages that become visible again to the front of their group, the last one first.
  {
    module: 'sqs/sqsStore.js',
    text: 'group.unshift(entry.message);',
    replacement:
      'group.push(entry.message); group.sort((a, b) => (a.sequenceNumber < b.sequenceNumber ? -1 : 1));',
    times: 2,
  },
  // It deletes a message before it inserts it into the dead-letter queue: a kill in between loses it. The
  // insert replaces the row.
  {
    module: 'sqs/sqsStore.js',
    text: 'this.persistence?.deleteMessage(msg.messageId);',
    replacement: '',
    times: 2,
  },
];

type Fauxqs = typeof import('fauxqs');
type Options = NonNullable<Parameters<Fauxqs['startFauxqs']>[0]>;

/** The part of the Fastify instance of fauxqs that guards it. */
export interface FauxqsApp {
  readonly server: Server;
  /** https://fastify.dev/docs/latest/Reference/ContentTypeParser/ */
  removeAllContentTypeParsers(): void;
  addContentTypeParser(
    type: '*',
    options: { readonly parseAs: 'buffer' },
    parse: (
      request: { readonly raw: IncomingMessage },
      body: Buffer,
      done: (error: Error | null, body?: unknown) => void,
    ) => void,
  ): unknown;
}

/** Fauxqs with the option that a patch adds. */
interface PatchedFauxqs {
  /** @param options.guard is called before the server listens, with the store of S3 */
  startFauxqs(
    options: Options & { readonly guard: (app: FauxqsApp, objects: ObjectsOfBuckets) => void },
  ): ReturnType<Fauxqs['startFauxqs']>;
}

/**
 * Imports fauxqs with its patches.
 *
 * @throws StartError when another version is installed
 * @throws Error when a patched text is missing
 */
export const importFauxqs = async (): Promise<PatchedFauxqs> => {
  findPatchedPackage(PACKAGE, VERSION);
  const unapplied = new Set(PATCHES);
  const apply = (url: string, original: string): string => {
    let source = original;
    for (const patch of PATCHES.filter(({ module }) => url.endsWith(`/fauxqs/dist/${module}`))) {
      const parts = source.split(patch.text);
      if (parts.length === (patch.times ?? 1) + 1) unapplied.delete(patch);
      source = parts.join(patch.replacement);
    }
    return source;
  };
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      return url.includes('/fauxqs/dist/')
        ? { ...loaded, source: apply(url, String(loaded.source)) }
        : loaded;
    },
  });
  const fauxqs = await import('fauxqs');
  const modules = [...unapplied].map(({ module }) => module).join(', ');
  if (modules !== '') throw new Error(`The patches of ${modules} do not apply to ${PACKAGE} ${VERSION}`);
  return fauxqs;
};
