import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  CALLER_ADDRESS_HEADER,
  readSignedAddress,
  signAddress,
  signAddressFor,
} from '../../../shared/keys/caller-address.ts';
import { createLaggingTable } from '../../support/engine/lagging-table/lagging-table.ts';
import { createKeyFixture } from '../../support/keys/key-fixture.ts';

const NOW = new Date('2026-03-10T23:00:00.000Z');
const readAfter = (milliseconds: number, signed: string): string | undefined =>
  readSignedAddress('secret', signed, new Date(NOW.getTime() + milliseconds));

describe('a signed address', () => {
  it.each(['203.0.113.7', '2001:db8::7'])('reads %s with the same secret, for a minute', (address) => {
    const signed = signAddress('secret', address, NOW);
    expect(readSignedAddress('secret', signed, NOW)).toBe(address);
    expect(readAfter(59_999, signed)).toBe(address);
    expect(readAfter(60_000, signed)).toBeUndefined();
    expect(readSignedAddress('another', signed, NOW)).toBeUndefined();
  });

  it('rejects changed and forged addresses', () => {
    const signed = signAddress('secret', '203.0.113.7', NOW);
    const [address, end, mac] = signed.split(';');
    for (const forged of [
      '',
      '203.0.113.7',
      `${address};${end}`,
      `${address};${end};`,
      `192.0.2.7;${end};${mac}`,
      `${address};${Number(end) + 1};${mac}`,
      `${address};${end};${mac?.slice(1)}`,
      `${signed};`,
      `${signed} `,
      signed.toUpperCase(),
    ]) {
      expect(readSignedAddress('secret', forged, NOW), forged).toBeUndefined();
    }
  });

  it('signs addresses only for limited keys, with a secret that their holders do not have', async () => {
    const { make, store, keyItems } = createKeyFixture(createLaggingTable());
    const anywhere = await make();
    const { token } = await make({ allowedAddresses: ['192.0.2.0/24'] });
    const sign = (each: string) => signAddressFor(store.reader, each, '203.0.113.7', NOW);
    expect(await sign(anywhere.token)).toBeUndefined();
    expect(await sign('sd_live_nonsense')).toBeUndefined();
    const signed = await sign(token);
    const item = (await keyItems()).find(({ allowedAddresses }) => allowedAddresses !== undefined);
    expect(readSignedAddress(String(item?.['addressSecret']), signed ?? '', NOW)).toBe('203.0.113.7');
    const [address, end, mac] = (signed ?? '').split(';');
    for (const known of [token, item?.['hash'], item?.['id'], item?.['gatewayKey']]) {
      const guess = createHmac('sha256', String(known)).update(`${address};${end}`).digest('base64url');
      expect(guess).not.toBe(mac);
    }
  });
});

it('is among the headers that a proxy has to pass on', async () => {
  const guide = await readFile('infra/docs/guides/proxies.md', 'utf8');
  expect(guide).toContain(`\`${CALLER_ADDRESS_HEADER}\``);
});
