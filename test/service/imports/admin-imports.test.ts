import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import { send } from '../../support/http/http.ts';
import { expectProblem } from '../../support/http/problem.ts';
import { createImportAs, endOf, putFile, startAs, uploadAs } from '../../support/imports/imports.ts';
import { admin, bodyOf, describeAdmin, newOrganization } from '../../support/organizations/admin.ts';
import { service } from '../../support/service/service.ts';

const { admin: adminUser, member, organizationId } = await newOrganization();

const HEADER = 'Id,First Name,Last Name,Hotline\n';

/** A CSV file of people. */
const fileOf = (ids: readonly string[]): string =>
  `${HEADER}${ids.map((id) => `${id},Nora,Person ${id},+12025550143\n`).join('')}`;

const idsOf = (prefix: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

const peopleWith = async (externalId: string): Promise<readonly unknown[]> => {
  const found = await admin(`/people?externalId=${externalId}`, { as: adminUser });
  return bodyOf<{ items: readonly unknown[] }>(found).items;
};

const audited = async (targetId: string): Promise<readonly string[]> => {
  const log = await admin(`/audit-log?targetId=${targetId}`, { as: adminUser });
  return bodyOf<AdminResponseBody<'AuditLogPage'>>(log).items.map(({ action }) => action);
};

describeAdmin('a file that is uploaded with the admin API', () => {
  it('previews a file, imports it with its settings, and reports the result', async () => {
    const content = `${fileOf(idsOf('whole', 3))}whole-4,Ned\n`;
    const { id } = await uploadAs(adminUser, content);
    const preview = bodyOf<AdminResponseBody<'ImportPreview'>>(
      await admin(`/imports/${id}/preview`, { as: adminUser }),
    );
    expect(preview.columns.map(({ name, field }) => [name, field])).toEqual([
      ['Id', 'id'],
      ['First Name', 'firstName'],
      ['Last Name', 'lastName'],
      ['Hotline', null],
    ]);
    expect(preview.columns.at(-1)?.suggestedField).toBe('phones.work');
    expect(preview.rows.map(({ line, problem }) => [line, problem])).toEqual([
      [2, null],
      [3, null],
      [4, null],
      [5, expect.stringContaining('2 cells')],
    ]);
    const mappings = [{ column: 'Hotline', path: 'phones.work' }];
    const check = bodyOf<AdminResponseBody<'ImportCheck'>>(
      await admin(`/imports/${id}/check`, {
        as: adminUser,
        method: 'POST',
        body: { settings: { mappings } },
      }),
    );
    expect(check).toMatchObject({
      problem: null,
      isWholeFile: true,
      counts: { people: { read: 4, created: 3, rejected: 1 } },
      rejected: [{ line: 5, reason: expect.stringContaining('2 cells') }],
    });
    expect(await peopleWith('crm:whole-0')).toEqual([]);
    const started = await startAs(adminUser, id, { mappings });
    expect(started.startedBy.name).toBe(adminUser.email);
    const ended = await endOf(adminUser, id);
    expect(ended).toMatchObject({
      status: 'completed',
      problem: null,
      bytesRead: content.length,
      counts: { people: { read: 4, created: 3, rejected: 1 } },
    });
    expect(await peopleWith('crm:whole-0')).toMatchObject([
      { phones: [{ number: '+12025550143', type: 'work' }] },
    ]);

    const files = bodyOf<AdminResponseBody<'ImportFiles'>>(
      await admin(`/imports/${id}/files`, { as: adminUser }),
    );
    expect(files.firstRejects).toEqual([{ line: 5, reason: expect.stringContaining('2 cells') }]);
    const rejects = await send(files.rejects?.url ?? '');
    expect(rejects.text).toMatch(/^\uFEFF?Id,First Name,Last Name,Hotline,reason\nwhole-4,Ned,,,"Line 5: /);
    expect(rejects.headers['content-disposition']).toBe(
      "attachment; filename*=UTF-8''people.csv.rejects.csv",
    );
    const report = await send(files.report?.url ?? '');
    expect(JSON.parse(report.text)).toMatchObject({ status: 'completed', counts: { people: { read: 4 } } });
    expect(await audited(id)).toEqual([
      'import.finished',
      'import.started',
      'import.queued',
      'import.created',
    ]);
  });

  it('skips a file with the content of the last import, unless the import is repeated', async () => {
    const content = fileOf(idsOf('again', 2));
    const body = { source: 'again' };
    const first = await uploadAs(adminUser, content, body);
    await startAs(adminUser, first.id);
    expect((await endOf(adminUser, first.id)).status).toBe('completed');
    const second = await uploadAs(adminUser, content, body);
    await startAs(adminUser, second.id);
    expect(await endOf(adminUser, second.id)).toMatchObject({ status: 'skipped', sameAs: first.id });
    const repeat = await admin(`/imports/${first.id}/repeat`, { as: adminUser, method: 'POST', body: {} });
    const { id } = bodyOf<{ id: string }>(repeat, 202);
    expect(await endOf(adminUser, id)).toMatchObject({
      status: 'completed',
      isRepeat: true,
      counts: { people: { read: 2, unchanged: 2 } },
    });
  });

  it('deletes missing records only once many deletions are confirmed', async () => {
    const body = { source: 'complete' };
    const whole = await uploadAs(adminUser, fileOf(idsOf('complete', 10)), body);
    await startAs(adminUser, whole.id);
    await endOf(adminUser, whole.id);
    const part = await uploadAs(adminUser, fileOf(idsOf('complete', 6)), body);
    await startAs(adminUser, part.id, { isDeletingMissing: true });
    expect(await endOf(adminUser, part.id)).toMatchObject({
      status: 'awaiting_confirmation',
      deletions: { missing: 4, deleted: 0 },
    });
    const confirm = (count: number) =>
      admin(`/imports/${part.id}/confirm-deletions`, { as: adminUser, method: 'POST', body: { count } });
    expectProblem(await confirm(5), 409, 'conflict');
    expect(bodyOf(await confirm(4), 202)).toMatchObject({ status: 'queued' });
    expect(await endOf(adminUser, part.id)).toMatchObject({
      status: 'completed',
      deletions: { missing: 4, deleted: 4, stopped: null },
    });
    expect(await peopleWith('complete:complete-5')).toHaveLength(1);
    expect(await peopleWith('complete:complete-9')).toEqual([]);
  });

  it('undoes an import that only created records, and no other', async () => {
    const body = { source: 'mistaken' };
    const first = await uploadAs(adminUser, fileOf(idsOf('mistaken', 3)), body);
    await startAs(adminUser, first.id);
    await endOf(adminUser, first.id);
    const changing = await uploadAs(adminUser, fileOf(['mistaken-0']).replace('Nora', 'Nell'), body);
    await startAs(adminUser, changing.id);
    await endOf(adminUser, changing.id);
    const undo = (id: string) => admin(`/imports/${id}/undo`, { as: adminUser, method: 'POST' });
    expect(expectProblem(await undo(changing.id), 409, 'conflict').detail).toContain('changed 1 record');
    expect(expectProblem(await undo(first.id), 409, 'conflict').detail).toContain('Undo that one first');

    const other = await uploadAs(adminUser, fileOf(idsOf('other', 2)), { source: 'mistaken too' });
    await startAs(adminUser, other.id);
    await endOf(adminUser, other.id);
    expect(bodyOf(await undo(other.id), 202)).toMatchObject({ status: 'undoing' });
    expect(await endOf(adminUser, other.id)).toMatchObject({
      status: 'undone',
      undo: { startedBy: { name: adminUser.email }, deleted: 2, problem: null },
    });
    expect(await peopleWith('mistaken too:other-0')).toEqual([]);
    expect((await audited(other.id)).slice(0, 2)).toEqual(['import.undo_finished', 'import.undo_started']);
  });

  it('reports why a file cannot be imported', async () => {
    const { id } = await uploadAs(adminUser, '<!doctype html><html></html>');
    const preview = await admin(`/imports/${id}/preview`, { as: adminUser });
    expect(bodyOf<{ problem: string }>(preview).problem).toContain('an HTML page');
    await startAs(adminUser, id);
    const ended = await endOf(adminUser, id);
    expect(ended.status).toBe('failed');
    expect(ended.problem).toContain('an HTML page');
  });
});

describeAdmin('the URL of an upload', () => {
  it.each<[string, string, string]>([
    ['another size', `${HEADER}1,Nora,Person,\n`, 'text/csv'],
    ['another type', HEADER, 'text/html'],
  ])('rejects a file of %s', async (_, content, contentType) => {
    const created = await createImportAs(adminUser, HEADER);
    expect((await putFile(created, content, contentType)).status).toBe(403);
    expectProblem(await admin(`/imports/${created.id}/preview`, { as: adminUser }), 409, 'conflict');
  });

  it('signs an upload URL for one object', async () => {
    const { uploadUrl } = await createImportAs(adminUser, HEADER);
    const other = uploadUrl.replace('people.csv?', 'other.csv?');
    expect((await putFile({ uploadUrl: other }, HEADER)).status).toBe(403);
  });

  it('refuses to read the uploaded file from its upload URL', async () => {
    const { uploadUrl } = await uploadAs(adminUser, HEADER);
    expect((await send(uploadUrl)).status).toBe(403);
  });
});

describeAdmin('import profiles', () => {
  it('applies an import profile to the preview of a new file', async () => {
    const query = 'kind=people&source=profiled%20crm';
    const settings = { mappings: [{ column: 'Hotline', path: 'phones.mobile' }], region: 'US' };
    const saved = await admin(`/import-profiles?${query}`, {
      as: adminUser,
      method: 'PUT',
      body: { settings },
    });
    expect(bodyOf<{ dropAddress: string }>(saved).dropAddress).toMatch(
      new RegExp(`^s3://[^/]+/imports/${organizationId}/people/profiled crm/$`),
    );
    const { id } = await uploadAs(adminUser, HEADER, { source: 'profiled crm' });
    const preview = await admin(`/imports/${id}/preview`, { as: adminUser });
    expect(bodyOf(preview)).toMatchObject({ settings });
    const listed = await admin('/import-profiles', { as: adminUser });
    expect(bodyOf<{ items: unknown[] }>(listed).items).toEqual([saved.json]);
    bodyOf(await admin(`/import-profiles?${query}`, { as: adminUser, method: 'DELETE' }));
  });
});

/** A valid body for each route. */
const BODIES: Readonly<Record<string, unknown>> = {
  createImport: { kind: 'people', source: 'crm', fileName: 'a.csv', size: 1, contentType: 'text/csv' },
  checkImport: { settings: {} },
  startImport: { settings: {} },
  repeatImport: {},
  confirmImportDeletions: { count: 1 },
  putImportProfile: { settings: {} },
};

describeAdmin('each operation on imports', () => {
  const routes = Object.entries(IMPORT_ROUTES);
  const ask = async (name: string, path: string, method: string, id: string, as: typeof member | null) =>
    admin(`${path.replace('{id}', id)}${name.endsWith('ImportProfile') ? '?kind=people&source=none' : ''}`, {
      as,
      method,
      ...(name in BODIES ? { body: BODIES[name] } : {}),
    });

  it.each(routes)('%s requires an admin', async (name, { path, method }) => {
    expectProblem(await ask(name, path, method, randomUUID(), member), 403, 'forbidden');
  });

  it.each(routes)('%s requires a signed-in user', async (name, { path, method }) => {
    expectProblem(await ask(name, path, method, randomUUID(), null), 401, 'unauthorized');
  });

  it.each(routes.filter(([, { path }]) => path.includes('{id}')))(
    "%s returns the same 404 for another organization's import as for a missing one",
    async (name, { path, method }) => {
      const { id } = await createImportAs(adminUser, HEADER);
      const problemOf = async (each: string) =>
        expectProblem(await ask(name, path, method, each, service.second.admin), 404, 'not-found');
      expect(await problemOf(id)).toEqual(await problemOf(randomUUID()));
    },
  );
});
