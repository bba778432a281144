import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A self-signed TLS certificate and its private key, as PEM. Generated per test; no key is stored. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface TestCertificateOptions {
  /** DNS names and IPv4 addresses that the certificate is for. */
  readonly hosts: readonly string[];
  /** Default: one hour ago. */
  readonly notBefore?: Date;
  /** Default: in one hour. */
  readonly notAfter?: Date;
}

const HOUR = 3_600_000;

/** One ASN.1 value in the distinguished encoding (ITU-T X.690). */
const der = (tag: number, ...contents: readonly (Buffer | string)[]): Buffer => {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)));
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const objectIdentifier = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (date: Date): Buffer =>
  der(0x17, `${date.toISOString().slice(2, 19).replaceAll(/\D/g, '')}Z`);

const ECDSA_WITH_SHA256 = sequence(objectIdentifier('2a8648ce3d040302'));
const COMMON_NAME = objectIdentifier('550403');
const SUBJECT_ALTERNATIVE_NAME = objectIdentifier('551d11');

const alternativeName = (host: string): Buffer =>
  isIPv4(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, host);

const pem = (label: string, bytes: Buffer): string =>
  `-----BEGIN ${label}-----\n${bytes.toString('base64')}\n-----END ${label}-----\n`;

/** Creates a minimal RFC 5280 certificate, with only the fields that a TLS client checks. */
export const createCertificate = ({
  hosts,
  notBefore = new Date(Date.now() - HOUR),
  notAfter = new Date(Date.now() + HOUR),
}: TestCertificateOptions): TestCertificate => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, 'webhook endpoint of a test'))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    sequence(utcTime(notBefore), utcTime(notAfter)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(sequence(SUBJECT_ALTERNATIVE_NAME, der(0x04, sequence(...hosts.map(alternativeName))))),
    ),
  );
  const signature = der(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', content, privateKey)]));
  return {
    cert: pem('CERTIFICATE', sequence(content, ECDSA_WITH_SHA256, signature)),
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
};
