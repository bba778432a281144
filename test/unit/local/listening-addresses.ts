import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state of a listening socket in /proc/net/tcp. */
const LISTEN = '0A';

/** From hexadecimal; the bytes of an IPv4 address are in reverse order. */
const readable = (address: string): string => {
  const [host = '', port = ''] = address.split(':');
  const name = host.length === 8 ? Buffer.from(host, 'hex').reverse().join('.') : host;
  return `${name}:${Number.parseInt(port, 16)}`;
};

/** The IPv4 addresses with ports on which a process listens. IPv6 addresses stay hexadecimal. */
export const listeningAddresses = (pid: number): readonly string[] => {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((descriptor) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${descriptor}`);
      } catch {
        // It was closed meanwhile.
        return [];
      }
    }),
  );
  return ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/${pid}/net/${table}`, 'utf8')
      .split('\n')
      .slice(1)
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === LISTEN && sockets.has(`socket:[${inode}]`))
      .map(([, address = '']) => readable(address)),
  );
};
