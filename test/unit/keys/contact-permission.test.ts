import { beforeEach, describe, expect, it } from 'vitest';
import { fromContext, toContext } from '../../../functions/http/principal.ts';
import type { Permission } from '../../../shared/contract/permissions.ts';
import { authenticate } from '../../../shared/keys/authenticate.ts';
import { requireKeyPermissions } from '../../../shared/keys/key-writes.ts';
import { rotateKey } from '../../../shared/keys/rotate-key.ts';
import { updateKey } from '../../../shared/keys/update-key.ts';
import { apiKeyKey } from '../../../shared/table/items/keys.ts';
import { updateOf } from '../../../shared/table/items/update-expression.ts';
import { useEngine } from '../../support/engine/use-engine.ts';
import { ACTOR, at, createKeyFixture, type KeyFixture } from '../../support/keys/key-fixture.ts';

const engine = useEngine();
let keys: KeyFixture;
beforeEach(() => {
  keys = createKeyFixture(engine);
});

/** A key as an earlier version stored it. */
const makeOld = async (permissions: readonly Permission[]) => {
  const made = await keys.make({ permissions: [...permissions] });
  await keys.store.writer.update(
    updateOf(apiKeyKey(made.apiKey.id), { permissionsFormat: null, permissions }),
  );
  return made;
};

const permissionsOf = async (token = '') =>
  (await authenticate(keys.store.reader, token, at(0)))?.apiKey.permissions;

const meets = (id: string, required: readonly (readonly Permission[])[]) =>
  keys.store.writer.transact([requireKeyPermissions(id, required)]);

const CONTACT = 'person.contact:read';

describe('a key of an earlier version', () => {
  it.each<[readonly Permission[], readonly Permission[]]>([
    [['person:read'], ['person:read', CONTACT]],
    [
      ['person:list', 'company:read'],
      ['person:list', CONTACT, 'company:read'],
    ],
    [['call-list:read'], [CONTACT, 'call-list:read']],
    [['company:read', 'company:list', 'event:read', 'webhook:manage'], []],
    [[], []],
  ])('with %j also has the permission for contact details if those showed them', async (stored, expected) => {
    const { apiKey, token } = await makeOld(stored);
    const effective = expected.length === 0 ? stored : expected;
    expect(await permissionsOf(token)).toEqual(effective);
    expect(await keys.list()).toMatchObject([{ id: apiKey.id, permissions: effective }]);
  });

  it('keeps it when its name changes, and passes it to its successor', async () => {
    const { apiKey, token } = await makeOld(['person:read']);
    const effective = ['person:read', CONTACT];
    const rotated = await rotateKey(keys.store, keys.scope, apiKey.id, 3_600, ACTOR);
    expect(await permissionsOf(rotated?.token)).toEqual(effective);
    const id = rotated?.apiKey.id ?? '';
    expect(await updateKey(keys.store, keys.scope, id, { name: 'Renamed' }, ACTOR)).toMatchObject({
      permissions: effective,
    });
    expect(await permissionsOf(rotated?.token)).toEqual(effective);
    // The key in its grace period, too, which a change of the plan writes.
    await updateKey(keys.store, keys.scope, id, { plan: 'high-volume' }, ACTOR);
    expect(await permissionsOf(token)).toEqual(effective);
    const stored = await keys.keyItems();
    expect(stored.map(({ permissionsFormat }) => permissionsFormat)).toEqual([2, 2]);
  });

  it('loses it when its permissions change, unless it is granted', async () => {
    const { apiKey, token } = await makeOld(['person:read']);
    const grant = (...permissions: Permission[]) =>
      updateKey(keys.store, keys.scope, apiKey.id, { permissions }, ACTOR);
    await grant('person:read', 'person:list');
    expect(await permissionsOf(token)).toEqual(['person:read', 'person:list']);
    expect((await keys.auditItems()).at(-1)).toMatchObject({
      details: { before: { permissions: ['person:read', CONTACT] } },
    });
    await grant('person:read', CONTACT);
    expect(await permissionsOf(token)).toEqual(['person:read', CONTACT]);
  });

  it('meets the condition of a write that needs it', async () => {
    const { apiKey } = await makeOld(['person:read']);
    expect(await meets(apiKey.id, [['person:read', 'person:list'], [CONTACT]])).toBe(true);
    expect(await meets(apiKey.id, [['company:read'], [CONTACT]])).toBe(false);
  });
});

describe('a new key', () => {
  it('has only what it is given', async () => {
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

  it('has only the permissions that the authorizer lists', () => {
    expect([...fromContext({ ...toContext(principal) }).permissions]).toEqual(['person:read']);
  });

  it('keeps contact details while an authorizer of an earlier version runs', () => {
    const { permissionsFormat: _, ...earlier } = toContext(principal);
    expect([...fromContext(earlier).permissions]).toEqual(['person:read', CONTACT]);
  });
});
