import { recordEntry } from '../../../shared/audit-log/audit-entry.ts';
import type { AdminResponseBody } from '../../../shared/contract/admin-response-bodies.ts';
import { invalidRequest, ProblemError } from '../../../shared/contract/problems.ts';
import { SINGLE_LINE, SINGLE_LINE_RULE } from '../../../shared/domain/single-line.ts';
import { timestampOf } from '../../../shared/domain/timestamp.ts';
import {
  deleteProfile,
  type ImportProfile,
  listProfiles,
  putProfile,
  readProfile,
} from '../../../shared/imports/import-profiles.ts';
import { DROP_PREFIX } from '../../../shared/imports/object-keys.ts';
import type { IMPORT_ROUTES } from '../../../shared/operations/admin-api/imports.ts';
import type { Bucket } from '../../../shared/runtime/bucket/bucket.ts';
import type { AdminHandler } from '../../http/admin-api.ts';
import { requireSettings } from '../require-settings.ts';
import type { ImportDependencies } from './dependencies.ts';
import { conflict } from './find-import.ts';

/** A soft limit: concurrent requests can exceed it by a few. */
const MAX_PROFILES = 200;

/** The keys of dropped files start so. */
const dropPrefix = (organizationId: string): string => `${DROP_PREFIX}${organizationId}/`;

const viewOf = (bucket: Bucket, profile: ImportProfile): AdminResponseBody<'ImportProfile'> => {
  const { kind, source, settings, updatedAt, updatedBy } = profile;
  const dropAddress = `s3://${bucket.name}/${dropPrefix(profile.organizationId)}${kind}/${source}/`;
  return { kind, source, settings, dropAddress, updatedAt, updatedBy };
};

/** Enough to upload files of any size, and nothing else. */
const dropStatement = (bucket: Bucket, organizationId: string, principal = {}) => ({
  Sid: 'DropFiles',
  Effect: 'Allow',
  ...principal,
  Action: ['s3:PutObject', 's3:AbortMultipartUpload'],
  Resource: `arn:${bucket.partition}:s3:::${bucket.name}/${dropPrefix(organizationId)}*`,
});

const json = (document: object): string => JSON.stringify(document, null, 2);

/** The source is a part of an address. */
const requireAddressable = (source: string): void => {
  if (!source.includes('/') && SINGLE_LINE.test(source) && source.trim() === source) return;
  const detail = `must be a name such as hubspot, without slashes, and ${SINGLE_LINE_RULE}`;
  throw invalidRequest([{ parameter: 'source', detail }]);
};

export const createListProfiles =
  ({ table, bucket }: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.listImportProfiles> =>
  async ({ principal: { organizationId } }) => {
    const profiles = await listProfiles(table.reader, organizationId);
    const dropAddress = `s3://${bucket.name}/${dropPrefix(organizationId)}`;
    const policy = { Version: '2012-10-17', Statement: [dropStatement(bucket, organizationId)] };
    // The service does not know who drops files.
    const Principal = { AWS: `arn:${bucket.partition}:iam::111122223333:role/NAME` };
    const bucketStatement = dropStatement(bucket, organizationId, { Principal });
    return {
      body: {
        items: profiles.map((each) => viewOf(bucket, each)),
        dropAddress,
        policy: json(policy),
        bucketStatement: json(bucketStatement),
      },
    };
  };

export const createPutProfile =
  ({ table, bucket }: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.putImportProfile> =>
  async ({ principal: { organizationId, actor }, query, body: { settings } }) => {
    const { kind, source } = query;
    requireAddressable(source);
    await requireSettings(kind, settings);
    const profiles = await listProfiles(table.reader, organizationId);
    const isNew = profiles.every((each) => each.kind !== kind || each.source !== source);
    if (isNew && profiles.length >= MAX_PROFILES) {
      throw conflict(
        `Your organization already has ${MAX_PROFILES} import profiles, the maximum. Delete one first.`,
      );
    }
    const updatedAt = timestampOf(new Date());
    const profile = { organizationId, kind, source, settings, updatedAt, updatedBy: actor };
    const entry = recordEntry(
      'import_profile.saved',
      { organizationId, at: updatedAt, actor, targetId: organizationId },
      { kind, source, settings },
    );
    await putProfile(table, profile, [entry]);
    return { body: viewOf(bucket, profile) };
  };

export const createDeleteProfile =
  ({ table, bucket }: ImportDependencies): AdminHandler<typeof IMPORT_ROUTES.deleteImportProfile> =>
  async ({ principal: { organizationId, actor }, query }) => {
    const { kind, source } = query;
    requireAddressable(source);
    const id = { organizationId, kind, source };
    const profile = await readProfile(table.reader, id);
    const entry = recordEntry(
      'import_profile.deleted',
      { organizationId, actor, targetId: organizationId },
      { kind, source },
    );
    if (profile === undefined || !(await deleteProfile(table, id, [entry]))) {
      throw new ProblemError('not-found', 'There is no import profile for this kind and source.');
    }
    return { body: viewOf(bucket, profile) };
  };
