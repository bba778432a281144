import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
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
  override readonly name: string;
  readonly status: number;
  constructor(name: keyof typeof STATUSES, message: string) {
    super(message);
    this.name = name;
    this.status = STATUSES[name];
  }
}

/** Key creations, and key deletions, that an account may make a second. */
const CALLS_A_SECOND = 5;

/** Refuses what is over the limit of a call, as the control plane of an account does. */
const createThrottle = () => {
  const bucket = createTokenBucket({ rate: CALLS_A_SECOND, burst: CALLS_A_SECOND });
  return (): void => {
    if (!bucket.take(Date.now()))
      throw new ControlPlaneError('TooManyRequestsException', 'Too Many Requests');
  };
};

interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

interface Call {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

const createKeySchema = z.object({
  name: z.string().min(1).max(1024).optional(),
  value: z
    .string()
    .min(20, 'API Key value should be at least 20 characters')
    .max(128, 'API Key value should be at most 128 characters')
    .optional(),
  enabled: z.boolean().default(false),
});

const createPlanKeySchema = z.object({ keyId: z.string(), keyType: z.literal('API_KEY') });

const parse = <T>(schema: z.ZodType<T>, body: unknown): T => {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new ControlPlaneError('BadRequestException', result.error.issues[0]?.message ?? 'Invalid request');
};

const DAY_MILLISECONDS = 86_400_000;
/** The longest time that API Gateway keeps usage for. */
const MAX_DAYS = 90;

/** The days (UTC) from one to another, both included. */
const daysBetween = (start: string, end: string): readonly string[] => {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const count = Math.round((to - from) / DAY_MILLISECONDS) + 1;
  if (!(count >= 1 && count <= MAX_DAYS)) {
    throw new ControlPlaneError('BadRequestException', 'Invalid startDate or endDate');
  }
  return Array.from({ length: count }, (_, index) =>
    new Date(from + index * DAY_MILLISECONDS).toISOString().slice(0, 10),
  );
};

const LIMIT = { default: 25, maximum: 500 };

const toWire = (key: StoredKey, isValueIncluded: boolean) => ({
  id: key.id,
  name: key.name,
  enabled: key.enabled,
  createdDate: Math.floor(key.createdAt / 1000),
  lastUpdatedDate: Math.floor(key.createdAt / 1000),
  stageKeys: [],
  ...(isValueIncluded ? { value: key.value } : {}),
});

export interface ControlPlaneDependencies {
  readonly keys: KeyStore;
  readonly usagePlans: UsagePlans;
  readonly usageMeter: Pick<UsageMeter, 'requestsOn'>;
}

/** The calls that managing keys makes, over the stored keys. */
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
    const { name, value = randomBytes(30).toString('base64url'), enabled } = parse(createKeySchema, body);
    throttleCreation();
    if (keys.byValue(value) !== undefined) {
      throw new ControlPlaneError('ConflictException', 'API Key already exists');
    }
    const id = randomBytes(5).toString('hex');
    const key = { id, name: name ?? id, value, enabled, createdAt: Date.now(), usagePlanIds: [] };
    await keys.put(key);
    return { status: 201, body: toWire(key, true) };
  };

  const listKeys = async ({ query }: Call): Promise<Reply> => {
    const limit = Number(query.get('limit') ?? LIMIT.default);
    const start = Number(query.get('position') ?? 0);
    if (!(limit >= 1 && limit <= LIMIT.maximum) || !Number.isInteger(start)) {
      throw new ControlPlaneError('BadRequestException', 'Invalid limit or position');
    }
    const matching = keys.all().filter(({ name }) => name.startsWith(query.get('name') ?? ''));
    const item = matching
      .slice(start, start + limit)
      .map((key) => toWire(key, query.get('includeValues') === 'true'));
    const end = start + limit;
    return { status: 200, body: { item, ...(end < matching.length ? { position: String(end) } : {}) } };
  };

  const getKey = async ({ id, query }: Call): Promise<Reply> => ({
    status: 200,
    body: toWire(existing(id), query.get('includeValue') === 'true'),
  });

  const deleteKey = async ({ id }: Call): Promise<Reply> => {
    throttleDeletion();
    await keys.remove(existing(id).id);
    return { status: 202 };
  };

  const createPlanKey = async ({ id: planId, body }: Call): Promise<Reply> => {
    const { keyId } = parse(createPlanKeySchema, body);
    existingPlan(planId);
    const key = existing(keyId);
    // All plans of the stack are of the one stage, of which a key can be in one plan only.
    if (key.usagePlanIds.length > 0) {
      throw new ControlPlaneError(
        'ConflictException',
        'API Key is already in a usage plan of the same stage',
      );
    }
    await keys.put({ ...key, usagePlanIds: [planId] });
    return { status: 201, body: { id: key.id, type: 'API_KEY', name: key.name, value: key.value } };
  };

  const getUsage = async ({ id: planId, query }: Call): Promise<Reply> => {
    const { quota } = existingPlan(planId);
    const [keyId, startDate, endDate] = ['keyId', 'startDate', 'endDate'].map(
      (name) => query.get(name) ?? '',
    );
    const days = daysBetween(startDate ?? '', endDate ?? '');
    const values: Record<string, (readonly number[])[]> = {};
    if (keyId !== undefined && keys.plansOf(keyId).includes(planId)) {
      values[keyId] = days.map((day) => {
        const requests = usageMeter.requestsOn(day, keyId);
        return [requests, Math.max(0, (quota ?? requests) - requests)];
      });
    }
    return { status: 200, body: { usagePlanId: planId, startDate, endDate, values } };
  };

  return [
    { method: 'POST', path: /^\/apikeys$/, run: createKey },
    { method: 'GET', path: /^\/apikeys$/, run: listKeys },
    { method: 'GET', path: /^\/apikeys\/([^/]+)$/, run: getKey },
    { method: 'DELETE', path: /^\/apikeys\/([^/]+)$/, run: deleteKey },
    { method: 'POST', path: /^\/usageplans\/([^/]+)\/keys$/, run: createPlanKey },
    { method: 'GET', path: /^\/usageplans\/([^/]+)\/usage$/, run: getUsage },
  ] as const;
};

/**
 * The part of API Gateway's own API (REST and JSON, as the AWS SDK speaks it) that managing keys takes.
 * Signatures are not checked. The caller binds the server.
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
      return run({ id, query: url.searchParams, body: body === '' ? undefined : JSON.parse(body) });
    }
    throw new ControlPlaneError(
      'BadRequestException',
      `The local API Gateway does not know ${message.method} ${url.pathname}.`,
    );
  };

  return createServer(async (message, response) => {
    response.setHeader('x-amzn-RequestId', randomUUID());
    response.setHeader('Content-Type', 'application/json');
    try {
      const { status, body } = await answer(message);
      response.writeHead(status).end(body === undefined ? '' : JSON.stringify(body));
    } catch (error) {
      const known = error instanceof ControlPlaneError ? error : undefined;
      response
        .writeHead(known?.status ?? 500, { 'x-amzn-errortype': known?.name ?? 'InternalFailure' })
        .end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
    }
  });
};
