import { expect, it } from 'vitest';
import { expectProblem } from '../../support/http/problem.ts';
import { endOf, startAs, uploadAs } from '../../support/imports/imports.ts';
import {
  admin,
  bodyOf,
  createKeyAs,
  describeAdmin,
  newOrganization,
} from '../../support/organizations/admin.ts';
import { service } from '../../support/service/service.ts';

const { admin: adminUser, member } = await newOrganization();

interface Entry {
  readonly id: string;
  readonly actor: { readonly name: string };
  readonly action: string;
  readonly targetId: string;
}

interface Page {
  readonly items: readonly Entry[];
  readonly nextCursor?: string;
}

const read = async (query: string, as = adminUser): Promise<Page> =>
  bodyOf<Page>(await admin(`/audit-log?${query}`, { as }));

/** All entries, page by page. */
const readAll = async (query: string, limit: number): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  let cursor = '';
  do {
    const page: Page = await read(`${query}&limit=${limit}${cursor}`);
    entries.push(...page.items);
    cursor = page.nextCursor === undefined ? '' : `&cursor=${page.nextCursor}`;
  } while (cursor !== '');
  return entries;
};

const actionsOf = (entries: readonly Entry[]): readonly string[] => entries.map(({ action }) => action);

describeAdmin('a search of the audit log', () => {
  it('finds all entries of a key by its name, of an actor by part of theirs, and by action', async () => {
    const made = await createKeyAs(member, { name: 'Señor Warehouse' });
    bodyOf(await admin(`/api-keys/${made.id}`, { as: adminUser, method: 'DELETE' }));
    // The entry of the revocation does not hold the name.
    expect(actionsOf((await read('search=senor%20WARE')).items)).toEqual([
      'api_key.revoked',
      'api_key.created',
    ]);
    expect(actionsOf((await read(`search=${made.id}`)).items)).toEqual([
      'api_key.revoked',
      'api_key.created',
    ]);
    const byMember = await read(`actor=${encodeURIComponent(member.email.slice(0, 15).toUpperCase())}`);
    expect(new Set(byMember.items.map(({ actor }) => actor.name))).toEqual(new Set([member.email]));
    expect(actionsOf((await read('action=api_key.revoked&search=warehouse')).items)).toEqual([
      'api_key.revoked',
    ]);
    const subjects = actionsOf((await read('action=api_key.*,user.*')).items);
    expect(subjects.every((action) => /^(?:api_key|user)\./.test(action))).toBe(true);
    expect((await read('search=no-such-thing')).items).toEqual([]);
  });

  it('lists each import once, on pages of any size, and all its steps by id', async () => {
    const ids: string[] = [];
    for (const fileName of ['one.csv', 'two.csv']) {
      const { id } = await uploadAs(adminUser, 'Id,Last Name\n1,Nowhere\n', { fileName });
      await startAs(adminUser, id);
      await endOf(adminUser, id);
      ids.unshift(id);
    }
    for (const limit of [1, 2, 100]) {
      const imports = (await readAll('grouped=true', limit)).filter(({ action }) =>
        action.startsWith('import.'),
      );
      expect(imports.map(({ targetId }) => targetId)).toEqual(ids);
      expect(actionsOf(imports)).toEqual(['import.finished', 'import.finished']);
    }
    // The latest entry that matches stands for the import.
    expect(actionsOf(await readAll('grouped=true&action=import.created', 1))).toEqual([
      'import.created',
      'import.created',
    ]);
    const steps = actionsOf((await read(`targetId=${ids[0]}`)).items);
    expect(steps).toEqual(['import.finished', 'import.started', 'import.queued', 'import.created']);
  });

  it('finds nothing of another organization, and rejects unknown actions', async () => {
    const { id } = await createKeyAs(adminUser, { name: 'Elsewhere unknown' });
    for (const query of ['search=elsewhere', `search=${id}`, `actor=${member.userId}`]) {
      expect((await read(query, service.first.admin)).items).toEqual([]);
    }
    expectProblem(await admin('/audit-log?action=api_key.gone', { as: adminUser }), 400, 'invalid-request');
    expectProblem(await admin('/audit-log?search=x', { as: member }), 403, 'forbidden');
  });
});
