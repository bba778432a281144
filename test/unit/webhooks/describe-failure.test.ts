import { describe, expect, it } from 'vitest';
import { OutOfTimeError } from '../../../shared/webhooks/sending/exchange.ts';
import { describeFailure, describeStatus } from '../../../shared/webhooks/sending/send-delivery.ts';

const failureWith = (code: string): Error =>
  Object.assign(new Error('with details of our own machine'), { code });

describe('the description of a failure', () => {
  it('names the timeout and its stage', () => {
    expect(describeFailure(new OutOfTimeError('no connection could be made.'), 15_000)).toBe(
      'Timed out after 15 s: no connection could be made.',
    );
  });

  it.each([
    ['EHOSTUNREACH', 'The host cannot be reached.'],
    ['EPIPE', 'The connection was closed before a response arrived.'],
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'The TLS certificate was not issued by a publicly trusted authority, or the server does not send ' +
        'its intermediate certificates.',
    ],
    ['HPE_INVALID_CONSTANT', 'The endpoint did not return a valid HTTP/1.1 response.'],
    [
      'ERR_SSL_UNSUPPORTED_PROTOCOL',
      'The TLS handshake failed (ERR_SSL_UNSUPPORTED_PROTOCOL). The endpoint must support TLS 1.2 or later.',
    ],
    ['EMFILE', 'The request failed (EMFILE).'],
    ['toString', 'The request failed (toString).'],
  ])('explains %s', (code, sentence) => {
    expect(describeFailure(failureWith(code), 1)).toBe(sentence);
  });

  it('reveals nothing about an error without a code', () => {
    for (const error of [new Error('secret'), 'secret', undefined]) {
      expect(describeFailure(error, 1)).toBe('The request failed.');
    }
  });
});

describe('the description of a status', () => {
  it('describes no failure for a success', () => {
    expect([200, 204, 299].map((status) => describeStatus(status, 'https://elsewhere.example/'))).toEqual([
      null,
      null,
      null,
    ]);
    expect(describeStatus(199, undefined)).not.toBeNull();
    expect(describeStatus(300, undefined)).not.toBeNull();
  });

  it('names the target of a redirect, truncated and without control characters', () => {
    expect(describeStatus(308, `https://e.example/\u009b${'a'.repeat(1_000)}`)).toBe(
      'The endpoint answered with 308 Permanent Redirect to ' +
        `https://e.example/\u{FFFD}${'a'.repeat(181)}: redirects are not followed, so the final URL must ` +
        'be registered.',
    );
    expect(describeStatus(500, 'https://e.example/')).toBe(
      'The endpoint answered with 500 Internal Server Error.',
    );
  });
});
