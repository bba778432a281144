import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { z } from 'zod';
import { createServer } from '../process/http.ts';
import type { Credentials } from '../settings.ts';
import { type ExpectedCaller, isSignedBody, refuseCaller, requireCaller } from '../signatures/caller.ts';
import { ServiceError } from './service-error.ts';

/** Takes an SDK input, returns its output, and throws ServiceError. */
export type Operation = (input: unknown) => Promise<object>;

export interface AwsJsonService {
  /** For messages. */
  readonly name: string;
  /** The part of `X-Amz-Target` before the dot. */
  readonly target: string;
  /** By name. */
  readonly operations: Readonly<Record<string, Operation>>;
  /** Its name in signatures. */
  readonly signingName: string;
  readonly region: string;
  /** Required of callers. */
  readonly credentials: Credentials;
  /** Receives unexpected errors. */
  readonly onError: (error: unknown) => void;
}

/**
 * An operation that validates its input.
 *
 * @param errorName of the error for an invalid input, which differs between services
 */
export const operation =
  <T>(
    schema: z.ZodType<T>,
    run: (input: T) => Promise<object>,
    errorName = 'ValidationException',
  ): Operation =>
  async (input) => {
    const result = schema.safeParse(input);
    if (result.success) return run(result.data);
    const [issue] = result.error.issues;
    throw new ServiceError(errorName, `${issue?.path.join('.') || 'The input'}: ${issue?.message}`);
  };

export const parseJson = (body: string): object => {
  try {
    return JSON.parse(body);
  } catch {
    throw new ServiceError('SerializationException', 'The body is not JSON.');
  }
};

const answer = async (service: AwsJsonService, message: IncomingMessage, body: string): Promise<object> => {
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
  return run(parseJson(body));
};

/** Answers signed calls of the AWS SDK. The caller binds the server. */
export const createServiceServer = (
  contentType: string,
  caller: ExpectedCaller,
  onError: (error: unknown) => void,
  answer: (message: IncomingMessage, body: string) => Promise<object>,
): Server =>
  createServer(
    requireCaller(caller, async (message, response) => {
      const body = await text(message).catch(() => undefined);
      if (body === undefined || !isSignedBody(message, body)) {
        refuseCaller(response);
        return;
      }
      response.setHeader('x-amzn-RequestId', randomUUID());
      response.setHeader('Content-Type', contentType);
      try {
        response.end(JSON.stringify(await answer(message, body)));
      } catch (error) {
        if (!(error instanceof ServiceError)) onError(error);
        const { name, message, status } =
          error instanceof ServiceError
            ? error
            : new ServiceError('InternalException', 'An internal error occurred.', 500);
        response
          .writeHead(status, { 'x-amzn-errortype': name })
          .end(JSON.stringify({ __type: name, message }));
      }
    }),
  );

/** Serves a service by AWS JSON 1.1 (https://smithy.io/2.0/aws/protocols/aws-json-1_1-protocol.html). */
export const createAwsJsonServer = (service: AwsJsonService): Server =>
  createServiceServer(
    'application/x-amz-json-1.1',
    { ...service, service: service.signingName },
    service.onError,
    (message, body) => answer(service, message, body),
  );
