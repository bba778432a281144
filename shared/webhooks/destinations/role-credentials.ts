import { randomUUID } from 'node:crypto';
import { sessionPolicy, trustPolicy } from '../../contract/webhooks/role-policies.ts';
import { type Credentials, readCredentials } from '../../runtime/credentials.ts';
import { requiredVariable } from '../../runtime/environment.ts';
import { lazilyByKey } from '../../runtime/lazily.ts';
import { signedPost } from './signed-post.ts';

/** A role to assume for a queue or bus. */
export interface AssumedRole {
  readonly roleArn: string;
  /** The queue or bus, to which the session is restricted. */
  readonly address: string;
  /** The organization: no other can make the service assume its role. */
  readonly externalId: string;
}

/** The role does not let the service in, or lets everybody in. The message says what to change. */
export class RoleError extends Error {
  override readonly name = 'RoleError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Sessions are used until this long before they expire, in milliseconds. */
const MARGIN_MILLISECONDS = 300_000;

const SESSION_SECONDS = 3_600;

const MAX_SESSIONS = 1_000;

const elementOf = (xml: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';

/**
 * Makes a function that assumes roles, and caches their sessions. A role that can be assumed without an
 * external id or with any other is refused: other organizations could have the service send to its queue.
 *
 * @param accountId the service's own account
 */
export const createRoleCredentials = (accountId: string) => {
  const sessionOf = lazilyByKey<Credentials>(MAX_SESSIONS);

  const call = ({ roleArn, address }: AssumedRole, externalId: string | undefined, signal: AbortSignal) => {
    const parameters = {
      Action: 'AssumeRole',
      Version: '2011-06-15',
      RoleArn: roleArn,
      RoleSessionName: 'sales-data',
      DurationSeconds: String(SESSION_SECONDS),
      Policy: JSON.stringify(sessionPolicy(address)),
      ...(externalId !== undefined && { ExternalId: externalId }),
    };
    return signedPost(
      {
        service: 'sts',
        region: requiredVariable('AWS_REGION'),
        credentials: readCredentials(process.env),
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(parameters).toString(),
        signal,
      },
      'STS',
    );
  };

  const assume = async (role: AssumedRole, signal: AbortSignal): Promise<Credentials> => {
    const { status, text } = await call(role, role.externalId, signal);
    const needed = `Its trust policy has to be ${JSON.stringify(trustPolicy(accountId, role.externalId))}.`;
    if (status !== 200) {
      const code = elementOf(text, 'Code');
      throw new RoleError(
        status,
        code === 'AccessDenied'
          ? `The role ${role.roleArn} does not exist or does not trust the service. ${needed}`
          : `The role ${role.roleArn} could not be assumed (${code || status}).`,
      );
    }
    const strangers = [undefined, randomUUID()].map((externalId) => call(role, externalId, signal));
    if ((await Promise.all(strangers)).some((answer) => answer.status === 200)) {
      throw new RoleError(403, `The role ${role.roleArn} can be assumed without your external id. ${needed}`);
    }
    return {
      accessKeyId: elementOf(text, 'AccessKeyId'),
      secretAccessKey: elementOf(text, 'SecretAccessKey'),
      sessionToken: elementOf(text, 'SessionToken'),
    };
  };

  return (role: AssumedRole, signal: AbortSignal): Promise<Credentials> => {
    const key = JSON.stringify([role.externalId, role.roleArn, role.address]);
    return sessionOf(
      key,
      () => assume(role, signal),
      (at) => Date.now() < at + SESSION_SECONDS * 1_000 - MARGIN_MILLISECONDS,
    );
  };
};
