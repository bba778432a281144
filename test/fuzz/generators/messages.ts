import fc from 'fast-check';
import type { Attack } from '../attack.ts';
import { bytes } from './texts.ts';

type Change = Partial<Pick<Attack, 'method' | 'target' | 'version' | 'headers' | 'body' | 'framing'>>;

const BROKEN: readonly ((attack: Attack) => Change)[] = [
  ({ headers }) => ({ headers: [...headers, ['Content-Length', '5'], ['Transfer-Encoding', 'chunked']] }),
  ({ headers }) => ({
    headers: [...headers, ['Content-Length', '0'], ['Content-Length', '7']],
    body: 'GET /a',
  }),
  ({ headers }) => ({ headers: [...headers, ['Content-Length', '-1']] }),
  ({ headers }) => ({ headers: [...headers, ['Content-Length', '1e3']], body: 'x' }),
  ({ headers }) => ({ headers: [...headers, ['Content-Length', '9'.repeat(30)]] }),
  ({ headers }) => ({ headers: [...headers, ['Transfer-Encoding', 'identity, x']], body: 'x' }),
  ({ headers }) => ({
    headers: [...headers, ['Transfer-Encoding', 'chunked']],
    body: 'zz\r\nabc\r\n0\r\n\r\n',
  }),
  ({ headers }) => ({ headers: [...headers, ['Transfer-Encoding', ' chunked']], body: '0\r\nX: y\r\n\r\n' }),
  ({ headers }) => ({ headers: [...headers, ['Transfer-Encoding\x0b', 'chunked']], body: '0\r\n\r\n' }),
  ({ headers }) => ({ headers: [...headers, ['X', 'a\r\n folded']] }),
  ({ headers }) => ({ headers: [...headers, ['X', 'a\nInjected: b']] }),
  ({ headers }) => ({ headers: [...headers, ['X', 'a\rb']] }),
  ({ headers }) => ({ headers: [...headers, ['X', 'a\0b']] }),
  ({ headers }) => ({ headers: [...headers, ['Host', 'a'], ['Host', 'b']] }),
  ({ headers }) => ({ headers: headers.filter(([name]) => name !== 'Host') }),
  ({ target }) => ({ target: `${target} x` }),
  ({ target }) => ({ target: `${target}\t` }),
  () => ({ version: 'HTTP/0.9' }),
  () => ({ version: 'HTTP/2.0' }),
  () => ({ version: 'HTTP/1.1\r\n\r\nGET / HTTP/1.1' }),
  () => ({ version: '' }),
  () => ({ method: 'PRI', target: '*', version: 'HTTP/2.0' }),
  () => ({ method: 'get' }),
  () => ({ method: 'G\xcbT' }),
  () => ({ method: '' }),
  () => ({ method: 'CONNECT', target: 'example.com:443' }),
  () => ({ method: '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03' }),
];

const UNFINISHED: readonly ((attack: Attack) => Change)[] = [
  ({ headers }) => ({ headers: [...headers, ['Content-Length', '1000']], body: '{' }),
  ({ headers }) => ({ headers: [...headers, ['Transfer-Encoding', 'chunked']], body: '5\r\nab' }),
  ({ headers }) => ({ headers: [...headers, ['Content-Length', '99999999']], body: 'x' }),
];

/** Breaks a request so that it is not valid HTTP, or never ends. */
export const broken = (attack: Attack): fc.Arbitrary<Attack> => {
  // Each variant declares its own body.
  const base = { ...attack, headers: attack.headers.filter(([name]) => name !== 'Content-Length'), body: '' };
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .constantFrom(...BROKEN)
        .map((change) => ({ ...base, ...change(base), framing: 'broken' as const })),
    },
    {
      weight: 2,
      arbitrary: fc
        .constantFrom(...UNFINISHED)
        .map((change) => ({ ...base, ...change(base), framing: 'unfinished' as const })),
    },
    {
      weight: 1,
      arbitrary: bytes(200).map((text) => ({ ...base, method: `\x01${text}`, framing: 'broken' as const })),
    },
  );
};
