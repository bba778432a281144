import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress } from '../../../shared/webhooks/endpoints/address-policy.ts';

describe('IPv4 addresses', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
  ])('accepts the public address %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['metadata of EC2', '169.254.169.254'],
    ['credentials of ECS tasks', '169.254.170.2'],
    ['Amazon DNS', '169.254.169.253'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['IETF protocol assignments', '192.0.0.9'],
    ['documentation', '192.0.2.1'],
    ['deprecated 6to4 relays', '192.88.99.1'],
    ['private', '192.168.1.1'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
  ])('rejects the special address %s, %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    '',
    '1.1.1',
    '1.1.1.1.',
    '1.1.1.1.1',
    '01.1.1.1',
    '0x1.1.1.1',
    '16843009',
    '1.1.1.256',
    ' 1.1.1.1',
    '1.1.1.1\n',
    '1.1.1.1/32',
    '①.1.1.1',
    '[2606:4700::1]',
    'example.com',
  ])('rejects the nonstandard notation "%s"', (text) => {
    expect(isPublicAddress(text)).toBe(false);
    expect(isPublicAddress(text, { allowsLoopback: true })).toBe(false);
  });
});

describe('IPv6 addresses', () => {
  it.each([
    '2606:4700:4700::1111',
    '2001:4860:4860::8888',
    '2001:4860:4860:0000:0000:0000:0000:8888',
    '2600:1f18::1',
    '2A00:1450:4001:81B::200E',
  ])('accepts the public address %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-mapped loopback', '::ffff:127.0.0.1'],
    ['IPv4-mapped metadata', '::ffff:a9fe:a9fe'],
    ['IPv4-mapped, even of a public address', '::ffff:8.8.8.8'],
    ['IPv4-mapped, written out', '0:0:0:0:0:ffff:7f00:1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-compatible, even of a public address', '::8.8.8.8'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64, even of a public address', '64:ff9b::8.8.8.8'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['discard', '100::1'],
    ['dummy prefix (RFC 9780)', '100:0:0:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['benchmarking', '2001:2::1'],
    ['ORCHID', '2001:10::1'],
    ['ORCHIDv2', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['6to4 of 127.0.0.1', '2002:7f00:1::'],
    ['6to4 of 10.0.0.1', '2002:a00:1::1'],
    ['SRv6', '5f00::1'],
    ['not assigned', '4000::1'],
    ['unique local', 'fc00::1'],
    ['metadata of EC2', 'fd00:ec2::254'],
    ['Amazon DNS', 'fd00:ec2::253'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['public with a zone', '2606:4700::1%eth0'],
    ['loopback with a zone', '::1%lo'],
    ['deprecated site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
  ])('rejects the special address %s, %s', (_what, address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('the loopback option', () => {
  const allowed = (address: string) => isPublicAddress(address, { allowsLoopback: true });

  it.each(['127.0.0.1', '127.0.0.53', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'])(
    'admits %s',
    (address) => {
      expect(allowed(address)).toBe(true);
      expect(isPublicAddress(address)).toBe(false);
      expect(isPublicAddress(address, { allowsLoopback: false })).toBe(false);
    },
  );

  it('covers exactly the addresses that isLoopbackAddress matches', () => {
    expect(['127.0.0.1', '::1'].every(isLoopbackAddress)).toBe(true);
    expect(['::ffff:127.0.0.1', '0.0.0.0', '10.0.0.1', 'localhost', '1.1.1.1'].some(isLoopbackAddress)).toBe(
      false,
    );
  });
});
