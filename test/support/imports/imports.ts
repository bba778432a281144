import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import { eventually } from '../eventually.ts';
import { type HttpResponse, send } from '../http/http.ts';
import { admin, bodyOf } from '../organizations/admin.ts';
import type { SampleUser } from '../organizations/organization-users.ts';

export type ImportDocument = AdminResponseBody<'FileImport'>;
export type CreatedImport = AdminResponseBody<'CreatedImport'>;

const CSV_TYPE = 'text/csv';

/** Creates an import of people, without uploading its file. */
export const createImportAs = async (
  as: SampleUser,
  content: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<CreatedImport> => {
  const file = { kind: 'people', source: 'crm', fileName: 'people.csv', contentType: CSV_TYPE };
  const given = { ...file, size: Buffer.byteLength(content), ...body };
  return bodyOf(await admin('/imports', { as, method: 'POST', body: given }), 201);
};

export const putFile = (
  { uploadUrl }: Pick<CreatedImport, 'uploadUrl'>,
  content: string,
  contentType = CSV_TYPE,
): Promise<HttpResponse> =>
  send(uploadUrl, { method: 'PUT', headers: { 'Content-Type': contentType }, body: content });

/** Creates an import and uploads its file. */
export const uploadAs = async (
  as: SampleUser,
  content: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<CreatedImport> => {
  const created = await createImportAs(as, content, body);
  const { status, text } = await putFile(created, content);
  if (status !== 200) throw new Error(`The upload was answered with ${status}: ${text}`);
  return created;
};

export const startAs = async (
  as: SampleUser,
  id: string,
  settings: Readonly<Record<string, unknown>> = {},
): Promise<ImportDocument> =>
  bodyOf(await admin(`/imports/${id}/start`, { as, method: 'POST', body: { settings } }), 202);

const UNDER_WAY: ReadonlySet<string> = new Set(['queued', 'running', 'undoing']);

/** The import once it has ended. */
export const endOf = (as: SampleUser, id: string): Promise<ImportDocument> =>
  eventually(async () => {
    const shown = bodyOf<ImportDocument>(await admin(`/imports/${id}`, { as }));
    return UNDER_WAY.has(shown.status) ? undefined : shown;
  });
