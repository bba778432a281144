import { describe, expect, it } from 'vitest';
import { localConcurrencyOf } from '../../../../../infra/local/lambda/event-sources/local-concurrency.ts';
import { readMappings } from '../../../../../infra/local/lambda/event-sources/mapping-definition.ts';
import { arnOf, STREAM_ARN, smallStack } from './small-sources.ts';

const HANDLER_ARN = 'arn:aws:lambda:eu-central-1:000000000000:function:Small-Handler';

describe('an event source mapping', () => {
  it.each([
    [
      'a property that is not known',
      { EventSourceArn: arnOf('Queue'), TumblingWindowInSeconds: 1 },
      'Tumbling',
    ],
    [
      'a filter with an operator that is not known',
      {
        EventSourceArn: arnOf('Queue'),
        FilterCriteria: { Filters: [{ Pattern: '{"body":{"a":[{"cidr":["<",1]}]}}' }] },
      },
      'Filter 1 of Mapping has at body.a the operator "cidr"',
    ],
    [
      'a filter that is no JSON',
      {
        EventSourceArn: arnOf('Queue'),
        FilterCriteria: { Filters: [{ Pattern: '{' }] },
      },
      'Filter 1 of Mapping is no JSON',
    ],
    [
      'a function of somewhere else',
      { EventSourceArn: arnOf('Queue'), FunctionName: 'other' },
      'function other',
    ],
    ['another source', { EventSourceArn: 'arn:aws:kinesis:x:0:stream/y' }, 'neither a queue nor'],
    ['a stream without a starting position', { EventSourceArn: STREAM_ARN }, 'StartingPosition'],
    [
      'a failure destination that is no queue',
      {
        EventSourceArn: STREAM_ARN,
        StartingPosition: 'LATEST',
        DestinationConfig: { OnFailure: { Destination: 'arn:aws:sns:x:0:y' } },
      },
      'which is no queue',
    ],
  ])('is refused with %s', (_, mapping, message) => {
    expect(() => readMappings(smallStack(mapping))).toThrow(message);
  });

  it('takes the ARN of a function as well as its name, and does not count when it is disabled', () => {
    const mapping = { EventSourceArn: arnOf('Queue'), FunctionName: HANDLER_ARN };
    expect(readMappings(smallStack(mapping))).toMatchObject([{ functionArn: HANDLER_ARN, source: 'sqs' }]);
    expect(readMappings(smallStack({ ...mapping, Enabled: false }))).toEqual([]);
  });

  it.each([
    ['a queue', { EventSourceArn: arnOf('Queue') }, 4],
    ['a FIFO queue', { EventSourceArn: arnOf('Queue.fifo') }, 16],
    [
      'a queue with a lower limit',
      { EventSourceArn: arnOf('Queue.fifo'), ScalingConfig: { MaximumConcurrency: 3 } },
      3,
    ],
    [
      'a queue with a higher limit',
      { EventSourceArn: arnOf('Queue'), ScalingConfig: { MaximumConcurrency: 50 } },
      4,
    ],
    ['a stream', { EventSourceArn: STREAM_ARN, StartingPosition: 'LATEST', ParallelizationFactor: 10 }, 1],
  ])('gives the function of %s as many workers as it can use', (_, mapping, workers) => {
    expect([...localConcurrencyOf(smallStack(mapping))]).toEqual([[HANDLER_ARN, workers]]);
  });

  it('gives it the limit that is set', () => {
    const stack = smallStack({ EventSourceArn: arnOf('Queue.fifo') });
    expect([...localConcurrencyOf(stack, { fifo: 2 }).values()]).toEqual([2]);
  });
});
