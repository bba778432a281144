import type { ServerOptions } from 'node:https';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { createDeliverySender, type DeliverySender } from '../../../shared/webhooks/sending/send-delivery.ts';
import { createCertificate } from '../../support/http/certificate.ts';
import {
  type Receiver,
  startRawReceiver,
  startTlsReceiver,
} from '../../support/webhooks/webhook-receiver.ts';

const PUBLIC_AUTHORITIES = getCACertificates('default');
const HOST = 'hooks.example.com';

let sender: DeliverySender;
let receiver: Receiver | undefined;
let sockets: TLSSocket[] = [];

afterEach(async () => {
  setDefaultCACertificates(PUBLIC_AUTHORITIES);
  await receiver?.stop();
  sockets = [];
});

/** Starts a receiver, and a sender that resolves every host name to this machine. */
const receive = async (options: ServerOptions): Promise<void> => {
  receiver = await startTlsReceiver(options, ({ incoming }, response) => {
    sockets.push(incoming.socket as TLSSocket);
    response.end('ok');
  });
  createSender();
};

const createSender = (): void => {
  sender = createDeliverySender({
    allowsLoopback: true,
    timeoutMilliseconds: 5_000,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
};

const send = (host = HOST) => sender({ url: `https://${host}:${receiver?.port}/`, headers: {}, body: '{}' });

describe('a delivery over TLS', () => {
  it('succeeds and sends the host name if the certificate is trusted and for this host', async () => {
    const certificate = createCertificate({ hosts: [HOST] });
    setDefaultCACertificates([certificate.cert]);
    await receive(certificate);
    expect(await send()).toMatchObject({ status: 200, error: null });
    expect(await send()).toMatchObject({ error: null });
    expect(receiver?.connections()).toBe(1);
    expect(sockets[0]).toMatchObject({ servername: HOST });
    expect(sockets[0]?.getProtocol()).toBe('TLSv1.3');
  });

  it('succeeds with a certificate for an IP address if the URL contains the address', async () => {
    const certificate = createCertificate({ hosts: ['127.0.0.1'] });
    setDefaultCACertificates([certificate.cert]);
    await receive(certificate);
    expect(await send('127.0.0.1')).toMatchObject({ error: null });
    expect(await send()).toMatchObject({ error: 'The TLS certificate is for another host name.' });
  });

  it('fails without sending anything if the certificate is not trusted', async () => {
    await receive(createCertificate({ hosts: [HOST] }));
    expect(await send()).toMatchObject({
      status: null,
      error: 'The TLS certificate is self-signed, and therefore not trusted.',
    });
    expect(sockets).toEqual([]);
  });

  it('fails even if the environment disables verification', async () => {
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      await receive(createCertificate({ hosts: [HOST] }));
      expect(await send()).toMatchObject({ error: expect.any(String) });
    } finally {
      delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    }
  });

  it.each([
    [
      'is for another host',
      { hosts: ['other.example.com'] },
      'The TLS certificate is for another host name.',
    ],
    [
      'has expired',
      { hosts: [HOST], notAfter: new Date(Date.now() - 60_000) },
      'The TLS certificate has expired.',
    ],
    [
      'is not valid yet',
      { hosts: [HOST], notBefore: new Date(Date.now() + 3_000_000) },
      'The TLS certificate is not valid yet.',
    ],
  ])('fails when the certificate %s', async (_what, options, error) => {
    const certificate = createCertificate(options);
    setDefaultCACertificates([certificate.cert]);
    await receive(certificate);
    expect(await send()).toMatchObject({ status: null, error });
    expect(sockets).toEqual([]);
  });

  it('succeeds over TLS 1.2 and fails over older versions', async () => {
    const certificate = createCertificate({ hosts: [HOST] });
    setDefaultCACertificates([certificate.cert]);
    await receive({ ...certificate, maxVersion: 'TLSv1.2' });
    expect(await send()).toMatchObject({ error: null });
    await receiver?.stop();
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const;
    await receive({ ...certificate, ...old });
    expect(await send()).toMatchObject({
      error: expect.stringMatching(/^The TLS handshake failed \(\w+\)\. .* TLS 1\.2 or later\.$/),
    });
  });

  it.each([
    ['speaks plain HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n', /^The TLS handshake failed/],
    ['closes the connection', '', /^The connection was closed before a response arrived\.$/],
  ])('fails when the endpoint %s', async (_what, answer, error) => {
    receiver = await startRawReceiver((socket) => {
      socket.once('data', () => socket.end(answer));
    });
    createSender();
    expect(await send()).toMatchObject({ status: null, error: expect.stringMatching(error) });
  });
});
