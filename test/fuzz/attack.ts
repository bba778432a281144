/** A request as it goes over the wire. All text is bytes: one character of latin1 for each. */
export interface Attack {
  readonly api: 'data' | 'admin';
  readonly method: string;
  /** What stands between method and version: not only paths. */
  readonly target: string;
  readonly version: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /**
   * `complete`: whoever reads it as HTTP knows where it ends, so that another request can follow on the connection.
   * `broken`: it is no HTTP, or does not say for sure where it ends. `unfinished`: the end never comes.
   */
  readonly framing: 'complete' | 'broken' | 'unfinished';
}

/** Text as the bytes of its UTF-8. */
export const utf8 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

export const bytesOf = ({ method, target, version, headers, body }: Attack): Buffer => {
  const lines = [`${method} ${target} ${version}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
};

/** A line for a shell, which sends the same bytes. */
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
