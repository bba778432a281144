import { describe, expect, it } from 'vitest';
import { createCallListRepository } from '../../../shared/records/call-lists/call-lists.ts';
import { useImports } from '../../support/imports/import-fixture.ts';

const imports = useImports();

const entriesOf = async (...path: readonly string[]) => {
  const id = imports.idOf('call_list', 'import', ...path);
  const found = await createCallListRepository(imports.reader).getWithEntries(imports.organizationId, id, {
    limit: 100,
  });
  return found?.entries ?? [];
};

describe('a call list without ids of people', () => {
  it('finds people by their address', async () => {
    await imports.run({ people: 'First Name,Email\nNora,nora@nowhere.example\n' });
    const { rejected } = await imports.run({
      callLists:
        'List Name,First Name,Email\nMonday,Nora,NORA@nowhere.example\nMonday,Olga,olga@nowhere.example\n',
    });
    expect((await entriesOf('name', 'monday')).map(({ personId }) => personId)).toEqual([
      imports.idOf('person', 'import', 'email', 'nora@nowhere.example'),
    ]);
    expect(rejected).toMatchObject([
      { line: 3, reason: expect.stringContaining('no person has olga@nowhere') },
    ]);
  });

  it('rejects rows with a position or a status, but nobody to call', async () => {
    await imports.run({ people: 'Record ID,First Name\n1,Nora\n' });
    const { rejected } = await imports.run({
      callLists:
        'List ID,List Name,Person ID,Position,Status\nL,Monday,1,1,pending\nL,Monday,,2,\nL,Monday,N/A,3,pending\n',
    });
    expect(rejected.map(({ line }) => line)).toEqual([3, 4]);
  });
});

it('keeps positions unique if a part of the list comes again', async () => {
  await imports.run({ people: 'Record ID,First Name\n1,Nora\n2,Olga\n3,Pia\n4,Quinn\n' });
  const list = (...ids: readonly string[]) => ({
    callLists: `List ID,List Name,Person ID\n${ids.map((id) => `L,Monday,${id}`).join('\n')}`,
  });
  await imports.run(list('1', '2', '3'));
  const { callListEntries } = await imports.run(list('4', '3'));
  expect(callListEntries).toMatchObject({ created: 1, changed: 0, unchanged: 1 });
  expect((await entriesOf('L')).map(({ position }) => position)).toEqual([1, 2, 3, 4]);
});
