import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { z } from 'zod';
import { MILLISECONDS_PER_DAY } from '../../../../shared/runtime/durations.ts';
import { createServiceServer, operation, parseJson } from '../../aws-json/aws-json-server.ts';
import { ServiceError } from '../../aws-json/service-error.ts';
import type { Credentials } from '../../settings.ts';
import { createTokenBucket } from '../token-bucket.ts';
import type { KeyStore, StoredKey } from './key-store.ts';
import type { UsageMeter } from './usage-meter.ts';
import type { PlanLimits, UsagePlans } from './usage-plans.ts';

/** An account's limit of key creations, and of key deletions, per second. */
const CALLS_PER_SECOND = 5;

/** Throws for a call above the account's limit. */
const createThrottle = () => {
  const take = createTokenBucket({ rate: CALLS_PER_SECOND, burst: CALLS_PER_SECOND });
  return (): void => {
    if (!take(Date.now())) throw new ServiceError('TooManyRequestsException', 'Too Many Requests', 429);
  };
};

const notFound = (what: string): never => {
  throw new ServiceError('NotFoundException', `Invalid ${what} identifier specified`, 404);
};

const createKeySchema = z.strictObject({
  name: z.string().min(1).max(1024),
  value: z
    .string()
    .min(20, 'API Key value should be at least 20 characters')
    .max(128, 'API Key value should be at most 128 characters'),
  enabled: z.literal(true),
});
const createPlanKeySchema = z.strictObject({
  id: z.string(),
  keyId: z.string(),
  keyType: z.literal('API_KEY'),
});
const usageSchema = z.strictObject({
  id: z.string(),
  keyId: z.string(),
  startDate: z.iso.date(),
  endDate: z.iso.date(),
});

/** https://repost.aws/knowledge-center/api-gateway-usage-key */
const MAX_DAYS = 90;

/** The days (UTC) from `start` to `end`, inclusive. */
const daysBetween = (start: string, end: string): readonly string[] => {
  const [from, to] = [Date.parse(start), Date.parse(end)];
  const count = (to - from) / MILLISECONDS_PER_DAY + 1;
  if (count < 1 || count > MAX_DAYS) {
    throw new ServiceError('BadRequestException', 'Invalid startDate or endDate');
  }
  return Array.from({ length: count }, (_, index) =>
    new Date(from + index * MILLISECONDS_PER_DAY).toISOString().slice(0, 10),
  );
};

export interface ControlPlaneDependencies {
  readonly keys: KeyStore;
  readonly usagePlans: UsagePlans;
  readonly usageMeter: Pick<UsageMeter, 'requestsOn'>;
  /** Required of callers. */
  readonly credentials: Credentials;
  readonly region: string;
  readonly onError: (error: unknown) => void;
}

/**
 * Creates the operations by method and path. The input of each has the path's id and the fields of query and
 * body.
 */
const createOperations = ({ keys, usagePlans, usageMeter }: ControlPlaneDependencies) => {
  const [throttleCreation, throttleDeletion] = [createThrottle(), createThrottle()];
  const existingPlan = (id: string): PlanLimits => usagePlans.limits.get(id) ?? notFound('Usage Plan');
  const existing = (id: string): StoredKey => keys.byId(id) ?? notFound('API Key');
  const handle = <T>(schema: z.ZodType<T>, run: (input: T) => Promise<object>) =>
    operation(schema, run, 'BadRequestException');

  return {
    'POST /apikeys': handle(createKeySchema, async ({ name, value }) => {
      throttleCreation();
      if (keys.byValue(value) !== undefined) {
        throw new ServiceError('ConflictException', 'API Key already exists', 409);
      }
      const id = randomBytes(5).toString('hex');
      await keys.put({ id, name, value, usagePlanIds: [], createdAt: Date.now() });
      return { id, name };
    }),

    'GET /apikeys': handle(z.strictObject({ name: z.string() }), async ({ name: prefix }) => {
      const matching = keys.all().filter(({ name }) => name.startsWith(prefix));
      return { item: matching.map(({ id, name }) => ({ id, name })) };
    }),

    'DELETE /apikeys/ID': handle(z.strictObject({ id: z.string() }), async ({ id }) => {
      throttleDeletion();
      await keys.remove(existing(id).id);
      return {};
    }),

    'POST /usageplans/ID/keys': handle(createPlanKeySchema, async ({ id: planId, keyId }) => {
      existingPlan(planId);
      const key = existing(keyId);
      // A key can be in one plan of a stage only, and all plans belong to the one stage.
      if (key.usagePlanIds.length > 0) {
        throw new ServiceError('ConflictException', 'API Key is already in a plan of the same stage', 409);
      }
      await keys.put({ ...key, usagePlanIds: [planId] });
      return { id: key.id, type: 'API_KEY', name: key.name };
    }),

    'GET /usageplans/ID/keys': handle(
      z.strictObject({ id: z.string(), name: z.string() }),
      async ({ id: planId, name: prefix }) => {
        existingPlan(planId);
        const matching = keys
          .all()
          .filter(({ name, usagePlanIds }) => name.startsWith(prefix) && usagePlanIds.includes(planId));
        return { item: matching.map(({ id, name }) => ({ id, name, type: 'API_KEY' })) };
      },
    ),

    'GET /usageplans/ID/usage': handle(
      usageSchema,
      async ({ id: usagePlanId, keyId, startDate, endDate }) => {
        const { quota } = existingPlan(usagePlanId);
        const days = daysBetween(startDate, endDate).map((day) => {
          const requests = usageMeter.requestsOn(day, keyId);
          return [requests, Math.max(0, quota - requests)];
        });
        const isInPlan = keys.byId(keyId)?.usagePlanIds.includes(usagePlanId);
        return { usagePlanId, startDate, endDate, values: isInPlan ? { [keyId]: days } : {} };
      },
    ),
  };
};

/**
 * The calls of API Gateway's own API (REST and JSON) that managing keys makes. The caller binds the server.
 */
export const createControlPlane = (dependencies: ControlPlaneDependencies): Server => {
  const operations = new Map(Object.entries(createOperations(dependencies)));
  return createServiceServer(
    'application/json',
    { ...dependencies, service: 'apigateway' },
    dependencies.onError,
    async (message, body) => {
      const url = new URL(message.url ?? '/', 'http://localhost');
      const [, collection = '', id, member = ''] = /^(\/\w+)(?:\/([^/]+))?(\/\w+)?$/.exec(url.pathname) ?? [];
      const run = operations.get(`${message.method} ${collection}${id === undefined ? '' : '/ID'}${member}`);
      if (run === undefined) {
        throw new ServiceError(
          'BadRequestException',
          `The local API Gateway does not support ${message.method} ${url.pathname}.`,
        );
      }
      return run({
        ...(id === undefined ? {} : { id: decodeURIComponent(id) }),
        ...Object.fromEntries(url.searchParams),
        ...(body === '' ? {} : parseJson(body)),
      });
    },
  );
};
