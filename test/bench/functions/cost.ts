import type { Result } from './result.ts';

/**
 * List prices of us-east-1 in US dollars, from the AWS pricing pages in 2026: API Gateway REST requests
 * (first
 * 333 million a month), Lambda on arm64, DynamoDB on demand, CloudWatch Logs (standard class, ingestion).
 */
const PRICES = {
  apiGatewayRequest: 3.5 / 1e6,
  lambdaRequest: 0.2 / 1e6,
  lambdaGigabyteSecond: 0.000_013_333_4,
  readUnit: 0.125 / 1e6,
  logByte: 0.5 / 1e9,
} as const;

/**
 * Memory at which a function has one full vCPU
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html).
 */
const MEGABYTES_OF_A_CPU = 1_769;

/**
 * DynamoDB read latency: an assumption within the documented "single-digit millisecond", not a measurement.
 */
const DYNAMODB_MILLISECONDS = 4;

/**
 * CloudWatch bills 26 bytes of overhead per log event
 * (https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutLogEvents.html).
 */
const LOG_EVENT_BYTES = 26;

const MEMORY_SIZES = [128, 512, 1_024] as const;

export interface CostInput {
  readonly name: string;
  /** The functions that run for each request: the authorizer and the route's function. */
  readonly functions: readonly Result[];
  readonly readUnits: number;
  readonly accessLogBytes: number;
}

/** US dollars per million requests, by service. */
export interface Cost {
  readonly name: string;
  readonly logBytes: number;
  readonly readUnits: number;
  readonly apiGateway: number;
  readonly lambdaRequests: number;
  readonly reads: number;
  readonly logs: number;
  /** By memory size in megabytes: duration alone, and the total. */
  readonly bySize: readonly {
    readonly megabytes: number;
    readonly duration: number;
    readonly total: number;
  }[];
}

/** Lambda bills in whole milliseconds. */
const billedMilliseconds = ({ warmCpu }: Result, megabytes: number): number =>
  Math.ceil(DYNAMODB_MILLISECONDS + warmCpu.median / Math.min(1, megabytes / MEGABYTES_OF_A_CPU));

export const costOf = ({ name, functions, readUnits, accessLogBytes }: CostInput): Cost => {
  const logBytes = functions.reduce(
    (sum, each) => sum + (each.logBytes === 0 ? 0 : each.logBytes + LOG_EVENT_BYTES),
    accessLogBytes + LOG_EVENT_BYTES,
  );
  const million = 1e6;
  const fixed = {
    apiGateway: million * PRICES.apiGatewayRequest,
    lambdaRequests: million * functions.length * PRICES.lambdaRequest,
    reads: million * readUnits * PRICES.readUnit,
    logs: million * logBytes * PRICES.logByte,
  };
  const sum = Object.values(fixed).reduce((total, each) => total + each, 0);
  return {
    name,
    logBytes,
    readUnits,
    ...fixed,
    bySize: MEMORY_SIZES.map((megabytes) => {
      const milliseconds = functions.reduce((total, each) => total + billedMilliseconds(each, megabytes), 0);
      const duration = million * (milliseconds / 1_000) * (megabytes / 1_024) * PRICES.lambdaGigabyteSecond;
      return { megabytes, duration, total: sum + duration };
    }),
  };
};
