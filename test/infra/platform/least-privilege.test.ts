import { describe, expect, it } from 'vitest';
import { STOPPED_FOR_RESTORE_TAG } from '../../../infra/assembly/stopped-for-restore.ts';
import { LEADING_KEYS } from '../../../shared/table/items/leading-keys.ts';
import { deployedPolicies } from '../../support/platform/iam/deployed-policies.ts';
import { isAllowed } from '../../support/platform/iam/evaluate.ts';
import { alwaysNeeded, NEEDS } from '../../support/platform/iam/needs.ts';
import {
  type AccessRequest,
  listOf,
  readStatements,
  type Statement,
} from '../../support/platform/iam/policy.ts';
import { ALL_ACTIONS, itemRequests, otherRequests } from '../../support/platform/iam/possible-requests.ts';
import { resourcesOf, synthesize } from '../../support/platform/synthesis.ts';

const template = synthesize('production');
const deployed = deployedPolicies(template);
const requests = [...itemRequests(deployed), ...otherRequests(deployed)];

const functionNamed = (name: string) => {
  const found = deployed.functions.get(name);
  if (found === undefined) throw new Error(`There is no function ${name}.`);
  return found;
};

const may = (name: string, request: Omit<AccessRequest, 'principal'>): boolean => {
  const { role, statements } = functionNamed(name);
  const resource = deployed.resourcePolicies.get(request.resource);
  return isAllowed({ identity: statements, resource }, { ...request, principal: role });
};

const TABLE = deployed.arnsOf('AWS::DynamoDB::Table')['DataTable'] ?? '';

describe('the role of each function', () => {
  it('lists the role of every function in NEEDS', () => {
    expect([...deployed.functions.keys()].sort()).toEqual(Object.keys(NEEDS).sort());
  });

  it.each(Object.entries(NEEDS))('allows %s exactly what it needs', (name, needs) => {
    const allowed = new Set(requests.filter(({ request }) => may(name, request)).map(({ words }) => words));
    const named = needs.map((need) =>
      need.replace(/\{log group of (\w+)\}/, (_, owner: string) => functionNamed(owner).logGroup),
    );
    expect([...allowed].sort()).toEqual(
      [...new Set([...named, ...alwaysNeeded(functionNamed(name).logGroup)])].sort(),
    );
    const halfAllowed = requests.filter(({ words, request }) => allowed.has(words) && !may(name, request));
    expect(halfAllowed.map(({ request }) => request.context)).toEqual([]);
  });

  it('names every action in full, and only actions that this test covers', () => {
    for (const { statements } of deployed.functions.values()) {
      for (const { Action, Effect } of statements) {
        expect(Effect).toBe('Allow');
        for (const action of listOf(Action)) expect([...ALL_ACTIONS]).toContain(action);
      }
    }
  });

  it('allows wildcard resources only where narrower ones are impossible', () => {
    const wildcards = new Set(
      [...deployed.functions.values()].flatMap(({ statements }) =>
        statements.flatMap(({ Action, Resource = [] }) =>
          listOf(Resource)
            .filter((resource) => resource.replace(/:log-group:[^*]*:\*$/, '').includes('*'))
            .flatMap((resource) => listOf(Action).map((action) => `${action} ${resource}`)),
        ),
      ),
    );
    expect([...wildcards].sort()).toEqual([
      // API Gateway generates the ids of keys.
      'apigateway:DELETE arn:aws:apigateway:eu-central-1::/apikeys/*',
      // Same as CDK's own grant. AWS's example narrows it to the table's streams, which is untested:
      // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/iam-policy-example-lamda-process-dynamodb-streams.html
      'dynamodb:ListStreams *',
      'logs:GetQueryResults *',
      'logs:StopQuery *',
      // Files have any names; each prefix has its use.
      ...[
        ...['imports', 'received', 'uploads', 'work'].flatMap((prefix) =>
          ['AbortMultipartUpload', 'GetObject', 'PutObject'].map((action) => [action, prefix]),
        ),
        ...['DeleteObject', 'GetObject', 'PutObject'].map((action) => [action, 'exports']),
      ]
        .map(
          ([action, prefix]) =>
            `s3:${action} ${deployed.arnsOf('AWS::S3::Bucket')['FilesBucket']}/${prefix}/*`,
        )
        .sort(),
      // Roles of customers.
      'sts:AssumeRole arn:*:iam::*:role/sales-data-*',
      // https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html
      'xray:PutTelemetryRecords *',
      'xray:PutTraceSegments *',
    ]);
  });
});

describe('the functions that a restore of the table stops', () => {
  const WRITE = /^dynamodb:(Put|Update|Delete|BatchWrite|PartiQL(Insert|Update|Delete))|^s3:(Put|Delete)/;
  const DERIVED_ITEMS = [LEADING_KEYS.lookups, LEADING_KEYS.feeds];
  const LOSABLE_ITEMS = [LEADING_KEYS.adminRequests];
  const LOSABLE_ATTRIBUTES = ['pk', 'sk', 'lastUsedAt'];

  /** Whether a statement allows no write, or only ones that follow from other items or can be lost. */
  const isHarmless = ({ Action, Condition = {} }: Statement): boolean => {
    const valuesOf = (operator: string, key: string): readonly string[] =>
      listOf(Condition[`ForAllValues:${operator}`]?.[`dynamodb:${key}`] ?? []);
    const isWithin = (values: readonly string[], all: readonly string[]): boolean =>
      values.length > 0 && values.every((value) => all.includes(value));
    return (
      !listOf(Action).some((action) => WRITE.test(action)) ||
      isWithin(valuesOf('StringLike', 'LeadingKeys'), [...DERIVED_ITEMS, ...LOSABLE_ITEMS]) ||
      isWithin(valuesOf('StringEquals', 'Attributes'), LOSABLE_ATTRIBUTES)
    );
  };

  it('are all that may write other items or files, and no others', () => {
    const stopped = [...deployed.functions].filter(
      ([, { tags }]) => tags[STOPPED_FOR_RESTORE_TAG] !== undefined,
    );
    const writers = [...deployed.functions].filter(([, { statements }]) => !statements.every(isHarmless));
    expect(stopped.map(([name]) => name)).toEqual(writers.map(([name]) => name));
    for (const [, { tags }] of stopped) expect(tags[STOPPED_FOR_RESTORE_TAG]).toBe('production');
  });
});

describe('the people who use the account', () => {
  it('grants people no access: only services assume its roles', () => {
    const documents = [
      ...resourcesOf<{ AssumeRolePolicyDocument: unknown }>(template, 'AWS::IAM::Role').values(),
    ].map(({ Properties }) => Properties.AssumeRolePolicyDocument);
    const principals = documents.flatMap(readStatements).map(({ Principal }) => Principal);
    expect(new Set(principals.map((each) => JSON.stringify(each)))).toEqual(
      new Set(['lambda', 'apigateway'].map((name) => JSON.stringify({ Service: `${name}.amazonaws.com` }))),
    );
    expect(resourcesOf(template, 'AWS::IAM::User').size).toBe(0);
  });
});

describe('the role of a function that reads or writes items', () => {
  const asks = (name: string, action: string, context: AccessRequest['context'] = {}): boolean =>
    may(name, { action, resource: TABLE, context });

  it('denies requests without a key', () => {
    for (const name of deployed.functions.keys()) {
      for (const action of ALL_ACTIONS) {
        if (!action.startsWith('dynamodb:') || action === 'dynamodb:ListStreams') continue;
        expect(asks(name, action, { 'dynamodb:LeadingKeys': [] }), `${name} ${action}`).toBe(false);
        expect(asks(name, action), `${name} ${action}`).toBe(false);
      }
    }
  });

  it('denies a batch with one key of another kind', () => {
    const keys = ['ORG#1#PERSON#2', 'ORG#1#COMPANY#2'];
    const batch = (all: readonly string[]) =>
      asks('GetCallList', 'dynamodb:BatchGetItem', { 'dynamodb:LeadingKeys': all });
    expect(batch(keys)).toBe(true);
    expect(batch([...keys, 'API_KEY#3'])).toBe(false);
    expect(batch([...keys, 'WEBHOOKS#1'])).toBe(false);
  });

  it('allows the authorizer to update `lastUsedAt`, but no other attribute, and not to return values', () => {
    const update = (attributes: readonly string[], values?: string) =>
      asks('Authorize', 'dynamodb:UpdateItem', {
        'dynamodb:LeadingKeys': ['API_KEY#3'],
        'dynamodb:Attributes': attributes,
        ...(values === undefined ? {} : { 'dynamodb:ReturnValues': values }),
      });
    expect(update(['pk', 'sk', 'lastUsedAt'])).toBe(true);
    expect(update(['pk', 'sk', 'lastUsedAt'], 'NONE')).toBe(true);
    expect(update(['pk', 'sk', 'lastUsedAt', 'permissions'])).toBe(false);
    expect(update(['pk', 'sk', 'lastUsedAt'], 'ALL_NEW')).toBe(false);
  });
});

describe('the role that issues tokens', () => {
  it('lets serve-oauth replace tokens and revoke apps, but change neither permissions nor owner', () => {
    const update = (attributes: readonly string[]) =>
      may('ServeOauth', {
        action: 'dynamodb:UpdateItem',
        resource: TABLE,
        context: { 'dynamodb:LeadingKeys': ['API_KEY#3'], 'dynamodb:Attributes': attributes },
      });
    const issuing = ['pk', 'sk', 'version', 'hash', 'hint', 'tokenExpiresAt', 'expiresAt', 'refreshToken'];
    expect(update([...issuing, 'code', 'pendingSince', 'isDiscarded', 'gatewayKeys', 'ttl'])).toBe(true);
    expect(update(['pk', 'sk', 'version', 'revokedAt'])).toBe(true);
    for (const other of ['permissions', 'organizationId', 'ownerId', 'plan', 'allowedAddresses', 'client']) {
      expect(update([...issuing, other]), other).toBe(false);
    }
  });
});

describe('the role that manages keys', () => {
  it('lets manage-keys disable webhook endpoints, but not change their URL or event types', () => {
    const update = (attributes: readonly string[]) =>
      may('ManageKeys', {
        action: 'dynamodb:UpdateItem',
        resource: TABLE,
        context: { 'dynamodb:LeadingKeys': ['WEBHOOKS#1'], 'dynamodb:Attributes': attributes },
      });
    const disabling = ['pk', 'sk', 'version', 'ttl', 'disabledReason', 'disabledAt', 'updatedAt'];
    expect(update(disabling)).toBe(true);
    for (const other of ['url', 'eventTypes', 'encryptedSecret', 'operationalEvents']) {
      expect(update([...disabling, other]), other).toBe(false);
    }
  });
});

describe('the roles that change whether the bus gets the events of an organization', () => {
  it.each(['CreateWebhookEndpoint', 'ManageWebhooks', 'FanOut'])(
    'lets %s change that, but no position and no retention of the feed',
    (name) => {
      const update = (attributes: readonly string[], values?: string) =>
        may(name, {
          action: 'dynamodb:UpdateItem',
          resource: TABLE,
          context: {
            'dynamodb:LeadingKeys': ['FEED#1'],
            'dynamodb:Attributes': attributes,
            ...(values !== undefined && { 'dynamodb:ReturnValues': values }),
          },
        });
      const subscription = ['pk', 'sk', 'isUnsubscribed', 'registrations'];
      expect(update(subscription)).toBe(true);
      expect(update(subscription, 'ALL_NEW')).toBe(false);
      for (const other of ['chunk', 'at', 'types', 'retentionDays', 'limitDays', 'claimedUntil', 'data']) {
        expect(update([...subscription, other]), other).toBe(false);
      }
    },
  );
});

describe('the role that manages users', () => {
  it('lets manage-organization revoke and transfer keys, but not change what they may do', () => {
    const update = (attributes: readonly string[]) =>
      may('ManageOrganization', {
        action: 'dynamodb:UpdateItem',
        resource: TABLE,
        context: { 'dynamodb:LeadingKeys': ['API_KEY#3'], 'dynamodb:Attributes': attributes },
      });
    const ending = ['pk', 'sk', 'version', 'revokedAt', 'ownerId', 'gsi2pk', 'grantedBy', 'isDiscarded'];
    expect(update(ending)).toBe(true);
    for (const other of ['permissions', 'organizationId', 'hash', 'plan', 'allowedAddresses', 'expiresAt']) {
      expect(update([...ending, other]), other).toBe(false);
    }
  });
});

describe('resource policies', () => {
  const send = (queue: string, rule: string | undefined, transport = 'true'): boolean => {
    const resource = deployed.arnsOf('AWS::SQS::Queue')[queue] ?? '';
    const source = rule === undefined ? undefined : deployed.arnsOf('AWS::Events::Rule')[rule];
    const context = {
      'aws:SecureTransport': transport,
      ...(source === undefined ? {} : { 'aws:SourceArn': source }),
    };
    return isAllowed(
      { identity: [], resource: deployed.resourcePolicies.get(resource) },
      { principal: 'events.amazonaws.com', action: 'sqs:SendMessage', resource, context },
    );
  };

  it('lets EventBridge send to a queue only for the rules that target it', () => {
    expect(send('WebhooksEvents', 'WebhooksEventRule')).toBe(true);
    expect(send('WebhooksUndeliveredEvents', 'WebhooksEventRule')).toBe(true);
    for (const queue of ['WebhooksEvents', 'WebhooksUndeliveredEvents']) {
      expect(send(queue, 'WebhooksRequeueSchedule'), queue).toBe(false);
    }
    expect(send('WebhooksEvents', undefined)).toBe(false);
    expect(send('WebhooksEvents', 'WebhooksEventRule', 'false')).toBe(false);
    const others = ['FirstAttempts', 'Retries', 'FirstAttemptFailures', 'Failures'].map(
      (name) => `Webhooks${name}`,
    );
    for (const queue of others) {
      expect(send(queue, 'WebhooksEventRule'), queue).toBe(false);
    }
  });

  it('lets S3 send only for the import bucket of this account, and only to its queue', () => {
    const bucket = deployed.arnsOf('AWS::S3::Bucket')['FilesBucket'] ?? '';
    expect(bucket).toMatch(/^arn:aws:s3:::sales-data-files-/);
    const notify = (queue: string, account: string, source = bucket): boolean => {
      const resource = deployed.arnsOf('AWS::SQS::Queue')[queue] ?? '';
      return isAllowed(
        { identity: [], resource: deployed.resourcePolicies.get(resource) },
        {
          principal: 's3.amazonaws.com',
          action: 'sqs:SendMessage',
          resource,
          context: {
            'aws:SecureTransport': 'true',
            'aws:SourceAccount': account,
            'aws:SourceArn': source,
          },
        },
      );
    };
    expect(notify('ImportsQueue', '000000000000')).toBe(true);
    expect(notify('ImportsQueue', '111111111111')).toBe(false);
    expect(notify('ImportsQueue', '000000000000', 'arn:aws:s3:::others')).toBe(false);
    expect(notify('WebhooksEvents', '000000000000')).toBe(false);
  });

  it('denies unencrypted connections to every queue', () => {
    const queues = Object.values(deployed.arnsOf('AWS::SQS::Queue'));
    expect(queues).toHaveLength(12);
    const identity = [{ Effect: 'Allow', Action: 'sqs:*', Resource: '*' }] as const;
    for (const resource of queues) {
      const over = (transport: string): boolean =>
        isAllowed(
          { identity, resource: deployed.resourcePolicies.get(resource) },
          {
            principal: functionNamed('Deliver').role,
            action: 'sqs:ReceiveMessage',
            resource,
            context: { 'aws:SecureTransport': transport },
          },
        );
      expect([over('true'), over('false')]).toEqual([true, false]);
    }
  });

  it('grants no access to other accounts', () => {
    for (const { Properties } of resourcesOf(template, 'AWS::DynamoDB::Table').values()) {
      expect(Properties['ResourcePolicy']).toBeUndefined();
    }
    const key = deployed.arnsOf('AWS::KMS::Key')['WebhooksKey'] ?? '';
    expect(deployed.resourcePolicies.get(key)).toEqual([
      {
        Effect: 'Allow',
        Action: 'kms:*',
        Principal: { AWS: 'arn:aws:iam::000000000000:root' },
        Resource: '*',
      },
    ]);
  });
});
