import type { Actor } from '../../shared/contract/audit-log/audit-log.ts';
import type { createExportBody } from '../../shared/contract/exports/export-bodies.ts';
import { MAX_QUEUED_EXPORTS } from '../../shared/contract/exports/export-limits.ts';
import { CONTACT_PERMISSION, type Permission } from '../../shared/contract/keys/permissions.ts';
import { invalidRequest, missingPermissions, ProblemError } from '../../shared/contract/problems.ts';
import type { Export, ExportSelection } from '../../shared/exports/export.ts';
import type { ExportMessage } from '../../shared/exports/export-message.ts';
import { countQueued } from '../../shared/exports/export-repository.ts';
import { readSelection } from '../../shared/exports/fields-of-export.ts';
import { newExport } from '../../shared/exports/new-export.ts';
import { IDENTITIES } from '../../shared/kinds/names.ts';
import type { Route } from '../../shared/operations/route.ts';
import type { Bucket } from '../../shared/runtime/bucket/bucket.ts';
import type { Messages } from '../../shared/runtime/sqs-messages.ts';
import { callListKey } from '../../shared/table/items/keys.ts';
import { existing } from '../../shared/table/items/versions.ts';
import type { TableReader } from '../../shared/table/reader.ts';
import type { Table } from '../../shared/table/table.ts';
import type { DataPrincipal } from '../http/data-principal.ts';
import type { HttpRequest } from '../http/http-function.ts';

/** What the operations on exports work with. */
export interface ExportDependencies {
  readonly table: Table;
  readonly bucket: Pick<Bucket, 'downloadUrl'>;
  readonly messages: Messages<ExportMessage>;
}

type Body = HttpRequest<Route & { readonly body: typeof createExportBody }, unknown>['body'];

/** What a request asks to export. Throws `invalid-request` or `forbidden`. */
const selectionOf = (body: Body, permissions: ReadonlySet<Permission>): ExportSelection => {
  const { resource, fields, callListId } = body;
  const permission = IDENTITIES[resource].list;
  if (!permissions.has(permission)) throw missingPermissions([permission], `an export of \`${resource}\``);
  if (callListId !== null && resource !== 'call-list-entry') {
    const detail = 'is only allowed with `"resource": "call-list-entry"`';
    throw invalidRequest([{ parameter: 'callListId', detail }]);
  }
  const includesContactDetails = permissions.has(CONTACT_PERMISSION);
  if (fields !== null) {
    const read = readSelection(resource, fields);
    if ('detail' in read) throw invalidRequest([{ parameter: 'fields', detail: read.detail }]);
    if (read.contactDetail !== undefined && !includesContactDetails) {
      throw missingPermissions([CONTACT_PERMISSION], `the field \`${read.contactDetail}\``);
    }
  }
  return { ...body, includesContactDetails };
};

/**
 * The export that a request asks for, which is not stored yet. Throws `invalid-request`, `forbidden`, or
 * `conflict` while too many exports wait.
 */
export const requestedExport = async (
  reader: TableReader,
  { organizationId, permissions }: DataPrincipal,
  body: Body,
  actor: Actor,
): Promise<Export> => {
  const selection = selectionOf(body, permissions);
  const { callListId } = selection;
  const [queued, callList] = await Promise.all([
    countQueued(reader, organizationId, MAX_QUEUED_EXPORTS),
    callListId === null ? undefined : reader.get(callListKey(organizationId, callListId)),
  ]);
  if (callListId !== null && existing(callList) === undefined) {
    throw invalidRequest([{ parameter: 'callListId', detail: 'must be the id of a call list' }]);
  }
  if (queued >= MAX_QUEUED_EXPORTS) {
    throw new ProblemError(
      'conflict',
      `${MAX_QUEUED_EXPORTS} exports of your organization wait or run, and one runs at a time. ` +
        'Wait for one to end.',
    );
  }
  return newExport(organizationId, selection, actor, new Date());
};
