import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { messageOf } from '../process/start-error.ts';
import { groupOperations } from './group-operations.ts';
import { listOperations } from './list-users.ts';
import { CognitoError, type Operations } from './operation.ts';
import { type UserOperationsDependencies, userOperations } from './user-operations.ts';

const TARGET = /^AWSCognitoIdentityProviderService\.(?<name>\w+)$/;

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new CognitoError('InvalidParameterException', 'The body is not JSON.');
  }
};

const answer = async (operations: Operations, message: IncomingMessage): Promise<object> => {
  const target = String(message.headers['x-amz-target'] ?? '');
  const name = TARGET.exec(target)?.groups?.['name'] ?? '';
  const run = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (message.method !== 'POST' || run === undefined) {
    throw new CognitoError(
      'UnknownOperationException',
      `The local Cognito does not know the operation ${name || target || 'of a call without X-Amz-Target'}.`,
    );
  }
  return run(parse(await text(message)));
};

/**
 * The part of Cognito's own API (AWS JSON 1.1, as the AWS SDK speaks it) that managing users takes.
 * Signatures are not checked. The caller binds the server.
 */
export const createControlPlane = (dependencies: UserOperationsDependencies): Server => {
  const { pool, users } = dependencies;
  const operations: Operations = {
    ...userOperations(dependencies),
    ...groupOperations(pool, users),
    ...listOperations(pool, users),
  };
  return createServer(async (message, response) => {
    response.setHeader('x-amzn-RequestId', randomUUID());
    response.setHeader('Content-Type', 'application/x-amz-json-1.1');
    try {
      response.end(JSON.stringify(await answer(operations, message)));
    } catch (error) {
      const known = error instanceof CognitoError ? error : undefined;
      const name = known?.name ?? 'InternalErrorException';
      response
        .writeHead(known === undefined ? 500 : 400, { 'x-amzn-errortype': name })
        .end(JSON.stringify({ __type: name, message: messageOf(error) }));
    }
  });
};
