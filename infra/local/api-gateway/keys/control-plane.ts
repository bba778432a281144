import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { messageOf } from '../../process/start-error.ts';
import type { KeyStore, StoredKey } from './key-store.ts';
import { createTokenBucket } from './token-bucket.ts';
import type { UsageMeter } from './usage-meter.ts';
import type { PlanLimits, UsagePlans } from './usage-plans.ts';

const STATUSES = {
  BadRequestException: 400,
  NotFoundException: 404,
  ConflictException: 409,
  TooManyRequestsException: 429,
} as const;

/** An error in the form that the AWS SDK turns into its exception of the same name. */
class ControlPlaneError extends Error {
  override readonly name: keyof typeof STATUSES;
  constructor(name: keyof typeof STATUSES, message: string) {
    super(message);
    this.name = name;
  }
}

/** An account's limit of key creations, and of key deletions, per second. */
const CALLS_PER_SECOND = 5;

/** Throws for a call above the account's limit. */
const createThrottle = () => {
  const take = createTokenBucket({ rate: CALLS_PER_SECOND, burst: CALLS_PER_SECOND });
  return (): void => {
    if (!take(Date.now())) throw new ControlPlaneError('TooManyRequestsException', 'Too Many Requests');
  };
};

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

interface Call {
  readonly id: string;
  readonly query: unknown;
  readonly body: unknown;
}

const createKeySchema = z.strictObject({
  name: z.string().min(1).max(1024),
  value: z
    .string()
    .min(20, 'API Key value should be at least 20 characters')
    .max(128, 'API Key value should be at most 128 characters'),
  enabled: z.literal(true),
});
const createPlanKeySchema = z.strictObject({ keyId: z.string(), keyType: z.literal('API_KEY') });
const listKeysSchema = z.strictObject({ name: z.string() });
const usageSchema = z.strictObject({ keyId: z.string(), startDate: z.iso.date(), endDate: z.iso.date() });

const parse = <T>(schema: z.ZodType<T>, input: unknown): T => {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new ControlPlaneError('BadRequestException', result.error.issues[0]?.message ?? 'Invalid request');
};

const DAY_MILLISECONDS = 86_400_000;
/** API Gateway keeps usage no longer. */
const MAX_DAYS = 90;

/** The days (UTC) from `start` to `end`, inclusive. */
const daysBetween = (start: string, end: string): readonly string[] => {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const count = (to - from) / DAY_MILLISECONDS + 1;
  if (count < 1 || count > MAX_DAYS) {
    throw new ControlPlaneError('BadRequestException', 'Invalid startDate or endDate');
  }
  return Array.from({ length: count }, (_, index) =>
    new Date(from + index * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );
};

export interface ControlPlaneDependencies {
  readonly keys: KeyStore;
  readonly usagePlans: UsagePlans;
  readonly usageMeter: Pick<UsageMeter, 'requestsOn'>;
}

const createOperations = ({ keys, usagePlans, usageMeter }: ControlPlaneDependencies) => {
  const [throttleCreation, throttleDeletion] = [createThrottle(), createThrottle()];

  const existingPlan = (id: string): PlanLimits => {
    const limits = usagePlans.limits.get(id);
    if (limits !== undefined) return limits;
    throw new ControlPlaneError('NotFoundException', 'Invalid Usage Plan ID specified');
  };

  const existing = (id: string): StoredKey => {
    const key = keys.byId(id);
    if (key !== undefined) return key;
    throw new ControlPlaneError('NotFoundException', 'Invalid API Key identifier specified');
  };

  const createKey = async ({ body }: Call): Promise<Reply> => {
    const { name, value } = parse(createKeySchema, body);
    throttleCreation();
    if (keys.byValue(value) !== undefined) {
      throw new ControlPlaneError('ConflictException', 'API Key already exists');
    }
    const id = randomBytes(5).toString('hex');
    await keys.put({ id, name, value, usagePlanIds: [] });
    return { status: 201, body: { id, name } };
  };

  const listKeys = async ({ query }: Call): Promise<Reply> => {
    const { name: prefix } = parse(listKeysSchema, query);
    const matching = keys.all().filter(({ name }) => name.startsWith(prefix));
    return { status: 200, body: { item: matching.map(({ id, name }) => ({ id, name })) } };
  };

  const deleteKey = async ({ id }: Call): Promise<Reply> => {
    throttleDeletion();
    await keys.remove(existing(id).id);
    return { status: 202 };
  };

  const createPlanKey = async ({ id: planId, body }: Call): Promise<Reply> => {
    const { keyId } = parse(createPlanKeySchema, body);
    existingPlan(planId);
    const key = existing(keyId);
    // A key can be in one plan of a stage only, and all plans belong to the one stage.
    if (key.usagePlanIds.length > 0) {
      throw new ControlPlaneError(
        'ConflictException',
        'API Key is already in a usage plan of the same stage',
      );
    }
    await keys.put({ ...key, usagePlanIds: [planId] });
    return { status: 201, body: { id: key.id, type: 'API_KEY', name: key.name } };
  };

  const getUsage = async ({ id: planId, query }: Call): Promise<Reply> => {
    const { quota } = existingPlan(planId);
    const { keyId, startDate, endDate } = parse(usageSchema, query);
    const days = daysBetween(startDate, endDate).map((day) => {
      const requests = usageMeter.requestsOn(day, keyId);
      return [requests, Math.max(0, (quota ?? requests) - requests)];
    });
    const values = keys.plansOf(keyId).includes(planId) ? { [keyId]: days } : {};
    return { status: 200, body: { usagePlanId: planId, startDate, endDate, values } };
  };

  return [
    { method: 'POST', path: /^\/apikeys$/, run: createKey },
    { method: 'GET', path: /^\/apikeys$/, run: listKeys },
    { method: 'DELETE', path: /^\/apikeys\/([^/]+)$/, run: deleteKey },
    { method: 'POST', path: /^\/usageplans\/([^/]+)\/keys$/, run: createPlanKey },
    { method: 'GET', path: /^\/usageplans\/([^/]+)\/usage$/, run: getUsage },
  ] as const;
};

/**
 * The calls of API Gateway's own API (REST and JSON) that managing keys makes. Signatures are not checked. The caller
 * binds the server.
 */
export const createControlPlane = (dependencies: ControlPlaneDependencies): Server => {
  const operations = createOperations(dependencies);

  const answer = async (message: IncomingMessage): Promise<Reply> => {
    const url = new URL(message.url ?? '/', 'http://localhost');
    for (const { method, path, run } of operations) {
      const match = path.exec(url.pathname);
      if (message.method !== method || match === null) continue;
      const body = await text(message);
      const id = decodeURIComponent(match[1] ?? '');
      const query = Object.fromEntries(url.searchParams);
      return run({ id, query, body: body === '' ? undefined : JSON.parse(body) });
    }
    throw new ControlPlaneError(
      'BadRequestException',
      `The local API Gateway does not support ${message.method} ${url.pathname}.`,
    );
  };

  return createServer(async (message, response) => {
    response.setHeader('x-amzn-RequestId', randomUUID());
    response.setHeader('Content-Type', 'application/json');
    try {
      const { status, body } = await answer(message);
      response.writeHead(status).end(body === undefined ? '' : JSON.stringify(body));
    } catch (error) {
      const known = error instanceof ControlPlaneError ? error.name : undefined;
      response
        .writeHead(known ? STATUSES[known] : 500, { 'x-amzn-errortype': known ?? 'InternalFailure' })
        .end(JSON.stringify({ message: messageOf(error) }));
    }
  });
};
