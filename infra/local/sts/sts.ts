import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { closeServer } from '../process/close-server.ts';
import { createServer } from '../process/http.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import type { Credentials } from '../settings.ts';
import { isSignedBody, requireCaller } from '../signatures/caller.ts';

export interface StsOptions {
  /** Required of callers, and what every session has. */
  readonly credentials: Credentials;
  readonly region: string;
}

/** Roles of this machine, usable through STS. */
export interface Sts {
  /** The endpoint for the AWS SDK's client. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

const xmlOf = (parameters: URLSearchParams, { accessKeyId, secretAccessKey }: Credentials): string => {
  const expiration = new Date(Date.now() + Number(parameters.get('DurationSeconds')) * 1_000).toISOString();
  return (
    '<AssumeRoleResponse><AssumeRoleResult><Credentials>' +
    `<AccessKeyId>${accessKeyId}</AccessKeyId><SecretAccessKey>${secretAccessKey}</SecretAccessKey>` +
    `<SessionToken>${randomUUID()}</SessionToken><Expiration>${expiration}</Expiration>` +
    '</Credentials></AssumeRoleResult></AssumeRoleResponse>'
  );
};

const DENIED = '<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>';

/**
 * Starts STS with `AssumeRole`: every role exists, and trusts the first external id that it is assumed with.
 * A role whose name ends with `-denied` trusts none.
 */
export const startSts = async ({ credentials, region }: StsOptions): Promise<Sts> => {
  const trusted = new Map<string, string>();
  const isTrustedBy = (role: string, externalId: string): boolean => {
    if (role.endsWith('-denied')) return false;
    if (!trusted.has(role)) trusted.set(role, externalId);
    return trusted.get(role) === externalId;
  };
  const server = createServer(
    requireCaller({ credentials, region, service: 'sts' }, async (message, response) => {
      const body = await text(message);
      const parameters = new URLSearchParams(body);
      const externalId = parameters.get('ExternalId');
      const isTrusted =
        isSignedBody(message, body) &&
        parameters.get('Action') === 'AssumeRole' &&
        externalId !== null &&
        isTrustedBy(parameters.get('RoleArn') ?? '', externalId);
      response
        .writeHead(isTrusted ? 200 : 403, { 'Content-Type': 'text/xml' })
        .end(isTrusted ? xmlOf(parameters, credentials) : DENIED);
    }),
  );
  const endpoint = `http://${LOOPBACK}:${await listen(server, 0, 'STS')}`;
  return { endpoint, stop: () => closeServer(server) };
};
