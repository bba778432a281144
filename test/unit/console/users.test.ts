import { describe, expect, it } from 'vitest';
import { actionsOn } from '../../../console/views/organizations/users/user-paths.ts';

const USER = { id: 'ada', status: 'active', identityProvider: null } as const;
const OTHER = 'bob';

describe('the actions on a user', () => {
  it.each([
    ['active', ['role', 'disable', 'remove']],
    ['invited', ['role', 'resend', 'remove']],
    ['disabled', ['enable', 'remove']],
  ] as const)('offers for a user with a password who is %s the actions %j', (status, actions) => {
    expect(actionsOn({ ...USER, status }, OTHER)).toEqual(actions);
  });

  it.each([
    ['active', ['disable']],
    ['disabled', ['enable']],
  ] as const)('offers for a user of a provider who is %s the actions %j', (status, actions) => {
    expect(actionsOn({ ...USER, status, identityProvider: 'acme' }, OTHER)).toEqual(actions);
  });

  it('offers no action on oneself', () => {
    expect(actionsOn(USER, USER.id)).toEqual([]);
  });
});
