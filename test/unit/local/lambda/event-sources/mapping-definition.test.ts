import { describe, expect, it } from 'vitest';
import {
  localConcurrencyOf,
  readMappings,
} from '../../../../../infra/local/lambda/event-sources/mapping-definition.ts';
import { arnOf, STREAM_ARN, smallStack } from './small-sources.ts';

const HANDLER_ARN = 'arn:aws:lambda:eu-central-1:000000000000:function:Small-Handler';

describe('an event source mapping', () => {
  it.each([
    ['an unsupported property', { EventSourceArn: arnOf('Queue'), TumblingWindowInSeconds: 1 }, 'Tumbling'],
    ['a batch larger than a receive call', { EventSourceArn: arnOf('Queue'), BatchSize: 11 }, 'BatchSize'],
    [
      'a filter with an unsupported operator',
      {
        EventSourceArn: STREAM_ARN,
        FilterCriteria: { Filters: [{ Pattern: '{"body":{"a":[{"cidr":["<",1]}]}}' }] },
      },
      'Filter 1 of Mapping: unsupported operator {"cidr":["<",1]} at body.a.',
    ],
    [
      'a filter that is not JSON',
      { EventSourceArn: STREAM_ARN, FilterCriteria: { Filters: [{ Pattern: '{' }] } },
      'FilterCriteria.Filters.0.Pattern: is not valid JSON',
    ],
    [
      'a function outside the stack',
      { EventSourceArn: arnOf('Queue'), FunctionName: 'other' },
      'names other, which is not a function of the stack',
    ],
    ['another source', { EventSourceArn: 'arn:aws:kinesis:x:0:stream/y' }, 'not a queue of the stack'],
    [
      'another starting position',
      { EventSourceArn: STREAM_ARN, StartingPosition: 'LATEST' },
      'StartingPosition',
    ],
    [
      'no failure destination for a stream',
      { EventSourceArn: STREAM_ARN, DestinationConfig: {} },
      'DestinationConfig',
    ],
  ])('rejects %s', (_, mapping, message) => {
    expect(() => readMappings(smallStack(mapping))).toThrow(message);
  });

  it.each([
    ['a queue', { EventSourceArn: arnOf('Queue') }, 4, 1],
    ['a FIFO queue', { EventSourceArn: arnOf('Queue.fifo') }, 2, 16],
    [
      'a queue with a lower limit',
      { EventSourceArn: arnOf('Queue.fifo'), ScalingConfig: { MaximumConcurrency: 3 } },
      1,
      16,
    ],
    [
      'a queue with a higher limit',
      { EventSourceArn: arnOf('Queue'), ScalingConfig: { MaximumConcurrency: 50 } },
      4,
      1,
    ],
    ['a stream', { EventSourceArn: STREAM_ARN }, 1, 1],
  ])('gives the function of %s as many workers as it can use', (_, mapping, maxWorkers, concurrency) => {
    expect([...localConcurrencyOf(smallStack(mapping))]).toEqual([
      [HANDLER_ARN, { maxWorkers, concurrency }],
    ]);
  });
});
