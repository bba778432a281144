import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { ServiceError } from './service-error.ts';

/** One operation of a service: takes and returns what the AWS SDK sends and expects, and throws ServiceError. */
export type Operation = (input: unknown) => Promise<object>;

export interface AwsJsonService {
  /** What the service is called in messages. */
  readonly name: string;
  /** What is before the dot in `X-Amz-Target`. */
  readonly target: string;
  /** By the name that the SDK has for them. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Told what went wrong that should not have. */
  readonly onError: (error: unknown) => void;
}

/** An operation that checks its input before it runs. */
export const operation =
  <T>(schema: z.ZodType<T>, run: (input: T) => Promise<object>): Operation =>
  async (input) => {
    const result = schema.safeParse(input);
    if (result.success) return run(result.data);
    const [issue] = result.error.issues;
    throw new ServiceError(
      'ValidationException',
      `${issue?.path.join('.') || 'The input'}: ${issue?.message}`,
    );
  };

const parse = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    throw new ServiceError('SerializationException', 'The body is not JSON.');
  }
};

const answer = async (service: AwsJsonService, message: IncomingMessage): Promise<object> => {
  const target = String(message.headers['x-amz-target'] ?? '');
  const [prefix, name = ''] = target.split('.');
  const run =
    prefix === service.target && Object.hasOwn(service.operations, name)
      ? service.operations[name]
      : undefined;
  if (message.method !== 'POST' || run === undefined) {
    throw new ServiceError(
      'UnknownOperationException',
      `The local ${service.name} does not know the operation ${target || 'of a call without X-Amz-Target'}.`,
    );
  }
  return run(parse(await text(message)));
};

/**
 * A service that speaks AWS JSON 1.1 (https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html), as the AWS
 * SDK does with it. Signatures are not checked. The caller binds the server.
 */
export const createAwsJsonServer = (service: AwsJsonService): Server =>
  createServer(async (message, response) => {
    response.setHeader('x-amzn-RequestId', randomUUID());
    response.setHeader('Content-Type', 'application/x-amz-json-1.1');
    try {
      response.end(JSON.stringify(await answer(service, message)));
    } catch (error) {
      const known = error instanceof ServiceError ? error : undefined;
      if (known === undefined) service.onError(error);
      const name = known?.name ?? 'InternalException';
      response
        .writeHead(known === undefined ? 500 : 400, { 'x-amzn-errortype': name })
        .end(JSON.stringify({ __type: name, message: known?.message ?? 'An internal error occurred.' }));
    }
  });
