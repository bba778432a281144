/** A request as sent over the wire. All text is latin1: one character per byte. */
export interface Attack {
  readonly api: 'data' | 'admin';
  readonly method: string;
  /** The text between method and version, which need not be a path. */
  readonly target: string;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /**
   * `complete`: a valid HTTP message with a clear end, so that another request can follow on the connection.
   * `broken`: not HTTP, or without a clear end. `unfinished`: the end never arrives.
   */
  readonly framing: 'complete' | 'broken' | 'unfinished';
}

/** Encodes text as UTF-8, one character per byte. */
export const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export const bytesOf = ({ method, target, version, headers, body }: Attack): Buffer => {
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
};

/** A shell command that sends the same bytes. */
export const reproduction = (attack: Attack, url: string): string => {
  const { hostname, port } = new URL(url);
  const text = [...bytesOf(attack)]
    .map((byte) =>
      byte > 0x20 && byte < 0x7f && !`'\\%`.includes(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `\\${byte.toString(8).padStart(3, '0')}`,
    )
    .join('');
  return `printf '${text}' | nc -q 5 ${hostname} ${port}`;
};
