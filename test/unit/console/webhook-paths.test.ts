import { describe, expect, it } from 'vitest';
import {
  deliveryPath,
  endpointAddressOf,
  endpointPath,
  WEBHOOKS_PATH,
} from '../../../console/views/webhooks/webhook-paths.ts';

/** The part of an address after the id of the endpoint. */
const restOf = (path: string): readonly string[] =>
  path.slice(`${WEBHOOKS_PATH}/e`.length).split('/').slice(1);

const PAGE = { filter: 'all', deliveryId: undefined, action: undefined } as const;

describe('the address of an endpoint', () => {
  it.each([
    [endpointPath('e'), PAGE],
    [endpointPath('e', 'failed'), { ...PAGE, filter: 'failed' }],
    [`${endpointPath('e')}/edit`, { ...PAGE, action: 'edit' }],
    [`${endpointPath('e', 'missed')}/edit`, { ...PAGE, filter: 'missed', action: 'edit' }],
    [deliveryPath('e', 'd'), { ...PAGE, deliveryId: 'd' }],
    [`${endpointPath('e')}/state/unknown`, PAGE],
  ] as const)('%s is read', (path, address) => {
    expect(endpointAddressOf(restOf(path))).toEqual(address);
  });
});
