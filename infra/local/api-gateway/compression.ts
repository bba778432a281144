import { promisify } from 'node:util';
import { deflate, gzip } from 'node:zlib';

const ENCODERS = { gzip: promisify(gzip), deflate: promisify(deflate) } as const;

/** A content coding that API Gateway compresses with. */
export type Encoding = keyof typeof ENCODERS;

const isEncoding = (name: string): name is Encoding => Object.hasOwn(ENCODERS, name);

/** RFC 9110 section 12.4.2: three decimals between 0 and 1; anything else counts as not wanted. */
const quality = (parameters: readonly string[]): number => {
  const weight = parameters.map((text) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(text)?.[1]).find(Boolean);
  if (weight !== undefined) return Number(weight) || 0;
  return parameters.some((text) => /^\s*q\s*=/i.test(text)) ? 0 : 1;
};

/**
 * The coding to compress a response with, if the client takes any: the one of the highest weight, the first
 * named among equals.
 *
 * @param accepted the `Accept-Encoding` header
 */
export const negotiateEncoding = (accepted: string | undefined): Encoding | undefined => {
  const weights = new Map<string, number>();
  for (const entry of (accepted ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';');
    const coding = name.trim().toLowerCase();
    if (coding !== '' && !weights.has(coding)) weights.set(coding, quality(parameters));
  }
  const wildcard = weights.get('*');
  const candidates = [...weights].filter(([name]) => isEncoding(name));
  for (const name of ['gzip', 'deflate']) {
    if (wildcard !== undefined && !weights.has(name)) candidates.push([name, wildcard]);
  }
  let best: Encoding | undefined;
  // A client that prefers no coding at all says so by naming `identity`.
  let bestWeight = 0;
  const identity = weights.get('identity') ?? 0;
  for (const [name, weight] of candidates) {
    if (weight > bestWeight && weight >= identity && isEncoding(name)) [best, bestWeight] = [name, weight];
  }
  return best;
};

export const compress = (encoding: Encoding, body: string): Promise<Buffer> =>
  ENCODERS[encoding](Buffer.from(body));
