import { beforeEach, describe, expect, it } from 'vitest';
import { fromContext, toContext } from '../../../functions/http/key-principal.ts';
import type { Permission } from '../../../shared/contract/keys/permissions.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { ACTOR, at, createKeyFixture, type KeyFixture } from '../../support/keys/key-fixture.ts';

const engine = useEngine();
let keys: KeyFixture;
beforeEach(() => {
  keys = createKeyFixture(engine);
});

const permissionsOf = async (token = '') =>
  (await authenticate(keys.store.reader, token, at(0)))?.apiKey.permissions;

const meets = (id: string, required: readonly (readonly Permission[])[]) =>
  keys.store.writer.transact([requireKeyPermissions(id, required)]);

const CONTACT = 'person.contact:read';

describe('a new key', () => {
  it('grants a new key only the requested permissions', async () => {
    const { apiKey, token } = await keys.make({ permissions: ['person:read', 'call-list:read'] });
    expect(await permissionsOf(token)).toEqual(['person:read', 'call-list:read']);
    expect(await meets(apiKey.id, [[CONTACT]])).toBe(false);
    const rotated = await rotateKey(keys.store, keys.scope, apiKey.id, 0, ACTOR);
    expect(await permissionsOf(rotated?.token)).toEqual(['person:read', 'call-list:read']);
    const none = await keys.make({ permissions: [] });
    expect(await permissionsOf(none.token)).toEqual([]);
  });
});

describe('the principal', () => {
  const principal = { organizationId: 'o', keyId: 'k', permissions: new Set<Permission>(['person:read']) };

  it('grants the principal only the permissions that the authorizer lists', () => {
    expect([...fromContext({ ...toContext(principal) }).permissions]).toEqual(['person:read']);
  });
});
