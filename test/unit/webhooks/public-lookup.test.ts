import type { LookupAddress, LookupAllOptions, LookupOptions } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createPublicLookup } from '../../../shared/webhooks/sending/public-lookup.ts';

interface Answer {
  readonly error: NodeJS.ErrnoException | null;
  readonly address: string | readonly LookupAddress[];
  readonly family: number | undefined;
}

const ask = (lookup: LookupFunction, options: LookupOptions = { all: true }): Promise<Answer> =>
  new Promise((resolve) => {
    lookup('hooks.example.com', options, (error, address, family) => resolve({ error, address, family }));
  });

const v4 = (address: string): LookupAddress => ({ address, family: 4 });
const v6 = (address: string): LookupAddress => ({ address, family: 6 });

const PUBLIC = v4('93.184.215.14');

/** Returns the answers in turn, then repeats the last one. */
const resolving = (...answers: LookupAddress[][]) => {
  const asked: LookupAllOptions[] = [];
  const resolve = async (_hostname: string, options: LookupAllOptions) => {
    asked.push(options);
    return answers[Math.min(asked.length, answers.length) - 1] ?? [];
  };
  return { asked, resolve };
};

describe('the lookup of an endpoint', () => {
  it('returns all public addresses in order', async () => {
    const addresses = [v6('2606:4700::1'), PUBLIC, v4('1.1.1.1')];
    const lookup = createPublicLookup(resolving(addresses));
    expect(await ask(lookup)).toEqual({ error: null, address: addresses, family: undefined });
  });

  it('forwards the options of the connection, and always checks all addresses', async () => {
    const { asked, resolve } = resolving([PUBLIC]);
    await ask(createPublicLookup({ resolve }), { family: 4, hints: 32 });
    expect(asked).toEqual([{ family: 4, hints: 32, all: true }]);
  });

  it.each([
    [[v4('10.0.0.5')]],
    [[v4('169.254.169.254')]],
    [[v4('127.0.0.1')]],
    [[v6('::1')]],
    [[v6('fe80::1%eth0')]],
    [[v6('::ffff:10.0.0.5')]],
    [[PUBLIC, v4('10.0.0.5')]],
    [[v6('2606:4700::1'), PUBLIC, v6('fd00:ec2::254')]],
  ])('rejects a host if any of its addresses is not public, without naming it: %j', async (addresses) => {
    const lookup = createPublicLookup(resolving(addresses));
    const { error, address } = await ask(lookup);
    expect(error).toMatchObject({ name: 'AddressNotAllowedError' });
    expect(error?.message).toBe(
      'hooks.example.com resolves to an address that is not public: ' +
        'private, loopback, link-local and other special-purpose addresses are blocked.',
    );
    expect(address).toEqual([]);
  });

  it('rejects a host as soon as its addresses change to private ones', async () => {
    const lookup = createPublicLookup(resolving([PUBLIC], [v4('10.0.0.5')]));
    expect((await ask(lookup)).error).toBeNull();
    expect((await ask(lookup)).error).toMatchObject({ name: 'AddressNotAllowedError' });
  });

  it('admits loopback addresses if the policy allows them, and no other special ones', async () => {
    const allowing = (address: LookupAddress) =>
      createPublicLookup({ ...resolving([address]), allowsLoopback: true });
    expect((await ask(allowing(v4('127.0.0.1')))).error).toBeNull();
    expect((await ask(allowing(v6('::1')))).error).toBeNull();
    for (const other of [v4('10.0.0.5'), v4('0.0.0.0'), v6('::ffff:127.0.0.1')]) {
      expect((await ask(allowing(other))).error).toMatchObject({ name: 'AddressNotAllowedError' });
    }
  });

  it('forwards the error of the resolver', async () => {
    const failure = Object.assign(new Error('getaddrinfo EAI_AGAIN'), { code: 'EAI_AGAIN' });
    const lookup = createPublicLookup({ resolve: () => Promise.reject(failure) });
    expect((await ask(lookup)).error).toBe(failure);
  });

  it('uses the system’s resolver by default', async () => {
    const answer = await new Promise<Answer>((resolve) => {
      createPublicLookup({})('localhost', { all: true }, (error, address, family) =>
        resolve({ error, address, family }),
      );
    });
    expect(answer.error?.message).toMatch(/^localhost resolves to an address that is not public/);
  });
});
