import { isDeepStrictEqual } from 'node:util';
import { buildFunctions } from './built-functions.ts';
import { readUnitsOf } from './capacity.ts';
import { eventsOf } from './events.ts';
import type { Fixtures } from './fixtures.ts';
import { bundleRivals } from './rivals.ts';
import { takeSample, type Variant } from './take-sample.ts';
import type { ServiceCall } from './tls-front.ts';

const CLIENT_ID = 'client';

const isAnswered = (answer: string): boolean => {
  const { statusCode, body } = JSON.parse(answer);
  return statusCode === 200 && typeof body === 'string';
};
const isAllowed = (answer: string): boolean =>
  JSON.parse(answer).policyDocument.Statement[0].Effect === 'Allow';
/** The answer to a deletion of a person that is not stored, which can be repeated. */
const isMissing = (answer: string): boolean => JSON.parse(answer).statusCode === 404;
const isHandled = (answer: string | undefined): boolean => {
  const { batchItemFailures = [] } = JSON.parse(answer ?? '{}');
  return batchItemFailures.length === 0;
};

const floorNameOf = (path: string): string => `floor of ${path}`;

/** The requests that a function makes to process its event once, with their order. */
export const callsOf = async (variant: Variant, { front }: Fixtures): Promise<readonly ServiceCall[]> => {
  const invokeOnce = () => takeSample(variant, { warmUps: 0, invocations: 0 });
  // The first invocation also updates the key's last-used time.
  await invokeOnce();
  return front.record(invokeOnce);
};

export interface Variants {
  /** The floor, the authorizer, the get by ID and the rivals, as in the README's table. */
  readonly compared: readonly Variant[];
  /** The rest of the read path, each with a floor that makes the same DynamoDB requests. */
  readonly restOfReadPath: readonly Variant[];
  /** All other functions, each with its floor; only their cold start is measured. */
  readonly others: readonly Variant[];
  /** DynamoDB read units of one get by ID, including authorization. */
  readonly readUnits: number;
  /** Per request. */
  readonly accessLogBytes: number;
}

/** @param isWanted whether a function is measured, by its construct path */
export const prepareVariants = async (
  fixtures: Fixtures,
  isWanted: (path: string) => boolean = () => true,
): Promise<Variants> => {
  const { environment, tableName } = fixtures;
  const { builtFunction, accessLogBytes } = buildFunctions({
    environment: {
      ...environment,
      USER_POOL_CLIENT_ID: CLIENT_ID,
      DATA_API_URL: `${fixtures.front.url}/unknown`,
    },
  });
  const { readPath, others } = eventsOf(fixtures, CLIENT_ID);
  const rivals = await bundleRivals(fixtures.folder);
  const rivalNamed = (name: string) => {
    const found = rivals.find((rival) => rival.name === name);
    if (found === undefined) throw new Error(`There is no rival ${name}.`);
    return found;
  };
  /**
   * Uses the same event, because parsing it is unavoidable. @param body what `floor.mjs` makes of the
   * responses
   */
  const floor = (
    name: string,
    event: unknown,
    calls: readonly ServiceCall[],
    body: 'parsed' | 'concatenated' | 'joined' = 'parsed',
  ): Variant => ({
    ...rivalNamed('floor'),
    name,
    event,
    environment: {
      ...environment,
      FLOOR_CALLS: JSON.stringify(calls),
      FLOOR_BODY: body,
    },
    isRight: isAnswered,
    floor: name,
  });
  const ours = (path: string, event: unknown, floorName: string, isRight = isAnswered): Variant => ({
    ...builtFunction(path.replace(/ .*/, '')),
    name: path,
    event,
    isRight,
    floor: floorName,
  });

  const getPerson = ours('SalesApi/GetPerson', readPath['SalesApi/GetPerson'], 'floor');
  const authorize = ours('SalesApi/Authorize', readPath['SalesApi/Authorize'], 'floor', isAllowed);
  const calls = await callsOf(getPerson, fixtures);
  const authorizerCalls = await callsOf(authorize, fixtures);
  const targets = (each: readonly ServiceCall[]) => each.map(({ target }) => target);
  if (!isDeepStrictEqual(targets(calls), targets(authorizerCalls)) || calls.length !== 1) {
    throw new Error('Authorizer and get by id make other requests than one GetItem each.');
  }

  /** A function preceded by the floor that makes the same requests. */
  const withFloor = async (
    path: string,
    event: unknown,
    isRight: (answer: string) => boolean,
  ): Promise<readonly Variant[]> => {
    const variant = ours(path, event, floorNameOf(path), isRight);
    const calls = await callsOf(variant, fixtures);
    if (!path.endsWith('with include')) return [floor(variant.floor, event, calls), variant];
    const unread = floor(`unread ${variant.floor}`, event, calls, 'concatenated');
    return [{ ...unread, floor: variant.floor }, floor(variant.floor, event, calls, 'joined'), variant];
  };
  const restOfReadPath: Variant[] = [];
  for (const [path, event] of Object.entries(readPath)) {
    if (path === authorize.name || path === getPerson.name || !isWanted(path)) continue;
    restOfReadPath.push(...(await withFloor(path, event, isAnswered)));
  }
  const otherFunctions: Variant[] = [];
  for (const [path, event] of Object.entries(others)) {
    if (!isWanted(path)) continue;
    const isAnswer = path === 'AdminApi/ManageRecords' ? isMissing : isAnswered;
    const isRight = /^(?:Admin|Sales)Api\//.test(path) ? isAnswer : isHandled;
    otherFunctions.push(...(await withFloor(path, event, isRight)));
  }

  return {
    compared: [
      floor('floor', readPath['SalesApi/GetPerson'], calls),
      authorize,
      getPerson,
      ...['aws-lite', 'good-practice', 'hono', 'express', 'powertools'].map((name) => ({
        ...rivalNamed(name),
        event: readPath['SalesApi/GetPerson'],
        environment: { ...environment, TABLE_NAME: tableName },
        isRight: isAnswered,
        floor: 'floor',
      })),
    ],
    restOfReadPath,
    others: otherFunctions,
    readUnits: await readUnitsOf([...authorizerCalls, ...calls], fixtures.engineUrl),
    accessLogBytes,
  };
};
