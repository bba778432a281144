import { eventOf } from '../../../infra/local/cloudwatch-logs/log-lines.ts';
import { readQuery } from '../../../infra/local/cloudwatch-logs/run-query.ts';
import type { LogQuery } from '../../../shared/keys/requests/log-search.ts';
import type { RequestStore } from '../../../shared/keys/requests/read-requests.ts';

const GROUPS = { access: 'access', authorizer: 'authorizer', functions: 'functions' } as const;

type Lines = Partial<Readonly<Record<keyof typeof GROUPS, readonly object[]>>>;

/** Logs with these lines, searched as the local service does. */
export const createFakeLogs = (lines: Lines) => {
  const queries: LogQuery[] = [];
  const store: RequestStore = {
    groups: GROUPS,
    search: async (query) => {
      queries.push(query);
      const events = query.groups
        .flatMap((group) => lines[group as keyof typeof GROUPS] ?? [])
        .flatMap((line) => eventOf(JSON.stringify(line)) ?? [])
        .filter(({ time }) => time >= query.from && time <= query.to);
      return readQuery(query.text)(events);
    },
  };
  return { ...store, queries };
};

/** A line of the access log, as API Gateway writes it for a successful request. */
export const accessLine = (line: {
  readonly organizationId: string;
  readonly keyId: string;
  readonly time: number;
  readonly [field: string]: unknown;
}) => ({
  requestId: crypto.randomUUID(),
  method: 'GET',
  route: '/v1/person',
  status: '200',
  milliseconds: '12',
  integrationMilliseconds: '8',
  authorizerMilliseconds: '3',
  bytes: '100',
  sourceIp: '203.0.113.7',
  ownerId: '-',
  path: '/v1/person?limit=10',
  userAgent: 'test/1.0',
  deniedType: '-',
  deniedValue: '-',
  error: '-',
  ...line,
  time: String(line.time),
});
