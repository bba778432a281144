import { type Message, RpcError, UNSUPPORTED_VERSION } from './json-rpc.ts';

/** The version that describes itself in each request. Its results have more members. */
export const NEWEST_VERSION = '2026-07-28';

/** The newest version that starts with `initialize`. */
const NEWEST_WITH_HANDSHAKE = '2025-11-25';

/** Newest first. */
export const VERSIONS: readonly string[] = [
  NEWEST_VERSION,
  NEWEST_WITH_HANDSHAKE,
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** A served version, or the newest for one that is newer. */
const servedVersion = (version: unknown): string => {
  if (typeof version === 'string') {
    if (VERSIONS.includes(version)) return version;
    if (/^\d{4}-\d\d-\d\d$/.test(version) && version > NEWEST_VERSION) return NEWEST_VERSION;
  }
  const requested = String(version).slice(0, 100);
  throw new RpcError(
    UNSUPPORTED_VERSION,
    `The protocol version "${requested}" is not supported. Use one of: ${VERSIONS.join(', ')}.`,
    { supported: VERSIONS, requested },
  );
};

/** The version that `initialize` agrees on: the client's, if it starts so. */
export const negotiate = (requested: unknown): string =>
  VERSIONS.find((each) => each === requested && each !== NEWEST_VERSION) ?? NEWEST_WITH_HANDSHAKE;

/**
 * The version by which a message is answered. The message decides: clients put the version of another
 * connection, or of an earlier attempt, into the header.
 *
 * @param declared in the header
 * @throws RpcError if one of the two is not served
 */
export const versionOf = ({ method, params }: Message, declared?: string): string => {
  if (method === 'initialize') return negotiate(params['protocolVersion']);
  const header = declared === undefined ? NEWEST_WITH_HANDSHAKE : servedVersion(declared);
  const own = Object(params['_meta'])[VERSION_KEY] ?? undefined;
  if (own !== undefined) return servedVersion(own);
  // A request of the newest version names it.
  return header === NEWEST_VERSION ? NEWEST_WITH_HANDSHAKE : header;
};
