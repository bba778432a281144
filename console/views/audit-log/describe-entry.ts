import type { LostOwner } from '../../../shared/agents/owner-access.ts';
import type { AuditAction } from '../../../shared/contract/audit-log/audit-log.ts';
import type { DisabledReason } from '../../../shared/contract/webhooks/webhook-views.ts';
import { nameOfRecordKind, RECORD_EVENT_KINDS } from '../../../shared/kinds/event-kinds.ts';
import { nounOf, type RecordEventType } from '../../../shared/kinds/names.ts';
import type { AuditEntry } from '../../api/types.ts';
import { formatCount, formatNumber } from '../../parts/numbers.ts';
import { timeFormat } from '../../parts/time-zone.ts';
import { type Details, describeChanges, numberOf, textOf } from './describe-changes.ts';

const DATE = timeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const timeOf = (details: Details, name: string): string => {
  const time = Date.parse(textOf(details, name));
  return Number.isNaN(time) ? 'an unknown time' : DATE.format(time);
};

const describeRotation = (details: Details): string =>
  details['graceSeconds'] === 0
    ? 'rotated the API key; the old one stopped working immediately'
    : `rotated the API key; the old one stays active until ${timeOf(details, 'endsAt')}`;

const DISABLED_BECAUSE: Readonly<Record<string, string>> = {
  gone: 'disabled the webhook endpoint because it responded with 410 Gone',
  failing: 'disabled the webhook endpoint because it failed for five days',
  key_revoked: 'disabled the webhook endpoint by revoking the API key that created it',
  key_permission_removed:
    'disabled the webhook endpoint by removing a permission from the API key that created it',
} satisfies Readonly<Record<Exclude<DisabledReason, 'admin'>, string>>;

const describeReplay = (details: Details): string => {
  const from = details['after'] === null ? '' : ` from ${timeOf(details, 'after')}`;
  const states = Array.isArray(details['states']) ? details['states'].join(', ') : '';
  return `started a replay of ${states} deliveries${from} until ${timeOf(details, 'before')}`;
};

const describeReplayEnd = (details: Details): string => {
  const count = formatNumber(numberOf(details, 'replayed'));
  return `started a replay of deliveries, which ${textOf(details, 'state')} after ${count}`;
};

const ENDS_OF_IMPORTS: Readonly<Record<string, string>> = {
  completed: 'is completed',
  failed: 'failed',
  skipped: 'was skipped: its content is unchanged',
  awaiting_confirmation: 'waits for the deletions to be confirmed',
};

const describeImport = (details: Details): string => {
  const status = textOf(details, 'status');
  return `dropped or uploaded ${textOf(details, 'file')}, whose import ${ENDS_OF_IMPORTS[status] ?? status}`;
};

const describeUndo = (details: Details): string => {
  const deleted = formatCount(numberOf(details, 'deleted'), 'record');
  const end = 'problem' in details ? 'stopped' : 'ended';
  return (
    `started an undo of an import, which ${end}: ${deleted} deleted, ` +
    `${formatNumber(numberOf(details, 'kept'))} kept`
  );
};

const describeKind = (details: Details): string =>
  `${textOf(details, 'kind').replace('-', ' ')} from “${textOf(details, 'source')}”`;

const describeExport = (details: Details): string =>
  `${textOf(details, 'resource').replaceAll('-', ' ')} records as ${textOf(details, 'format')}`;

const RECORD_COUNTS = [
  ['deletedPeople', 'deleted', 'person', 'people'],
  ['deletedCompanies', 'deleted', 'company', 'companies'],
  ['deletedCalls', 'deleted', 'call', 'calls'],
  ['announcedPeople', 'announced the expiry of', 'person', 'people'],
  ['announcedCompanies', 'announced the expiry of', 'company', 'companies'],
] as const;

const describeRetention = (details: Details): string =>
  RECORD_COUNTS.flatMap(([name, verb, one, several]) => {
    const count = numberOf(details, name);
    return count > 0 ? [`${verb} ${formatCount(count, one, several)}`] : [];
  }).join(', ');

const SUPPRESSED = [
  ['number', 'number', 'numbers'],
  ['address', 'address', 'addresses'],
  ['record', 'record', 'records'],
] as const;

const describeSuppressed = (details: Details): string =>
  SUPPRESSED.flatMap(([name, one, several]) => {
    const count = numberOf(details, name);
    return count > 0 ? [formatCount(count, one, several)] : [];
  }).join(', ');

const LOST_OWNERS: Readonly<Record<string, string>> = {
  owner_without_access: ': its owner lost access',
  owner_not_admin: ': its owner is no longer an admin',
} satisfies Readonly<Record<LostOwner, string>>;

const lostOwner = (details: Details): string => LOST_OWNERS[textOf(details, 'reason')] ?? '';

type Description = (details: Details) => string;

/** Those besides deletions, which read alike for all kinds of records. */
type DescribedAction = Exclude<AuditAction, RecordEventType> | 'person.erased' | 'call_list.deleted';

/** Predicates that follow the name of the actor. */
const DESCRIPTIONS: Readonly<Record<DescribedAction, Description>> = {
  'organization.created': (details) => `created the organization “${textOf(details, 'name')}”`,
  'organization.updated': (details) => `changed the organization: ${describeChanges(details)}`,
  'user.invited': (details) => `invited ${textOf(details, 'email')} as ${textOf(details, 'role')}`,
  'user.invitation_resent': (details) => `resent the invitation to ${textOf(details, 'email')}`,
  'user.joined': (details) =>
    `signed in with ${textOf(details, 'identityProvider')} for the first time, as ${textOf(details, 'role')}`,
  'user.organization_chosen': () => 'switched to this organization',
  'user.updated': (details) => `changed ${textOf(details, 'email')}: ${describeChanges(details)}`,
  'user.disabled': (details) => `disabled ${textOf(details, 'email')}`,
  'user.enabled': (details) => `enabled ${textOf(details, 'email')}`,
  'user.removed': (details) => `removed ${textOf(details, 'email')}`,
  'api_key.created': (details) => `created the API key “${textOf(details, 'name')}”`,
  'api_key.updated': (details) => `changed the API key: ${describeChanges(details)}`,
  'api_key.rotated': describeRotation,
  'api_key.transferred': (details) => `transferred the API key${lostOwner(details)}`,
  'api_key.revoked': (details) => `revoked the API key${lostOwner(details)}`,
  'webhook_endpoint.created': (details) => `created the webhook endpoint ${textOf(details, 'url')}`,
  'webhook_endpoint.updated': (details) => `changed the webhook endpoint: ${describeChanges(details)}`,
  'webhook_endpoint.disabled': (details) =>
    DISABLED_BECAUSE[textOf(details, 'reason')] ?? 'disabled the webhook endpoint',
  'webhook_endpoint.enabled': () => 'enabled the webhook endpoint',
  'webhook_endpoint.deleted': (details) => `deleted the webhook endpoint ${textOf(details, 'url')}`,
  'webhook_endpoint.secret_rotated': (details) =>
    `rotated the signing secret; the old one stays valid until ${timeOf(details, 'previousSecretExpiresAt')}`,
  'webhook_endpoint.tested': () => 'sent a test event to the webhook endpoint',
  'webhook_endpoint.replayed': describeReplay,
  'webhook_endpoint.replay_finished': describeReplayEnd,
  'webhook_delivery.replayed': () => 'replayed a delivery',
  'import.created': (details) => `uploaded ${textOf(details, 'fileName')} to import ${describeKind(details)}`,
  'import.queued': (details) => `queued the import of ${describeKind(details)}`,
  'import.started': (details) => `started the import of ${textOf(details, 'file')}`,
  'import.finished': describeImport,
  'import.repeated': (details) => `repeated the import of ${describeKind(details)}`,
  'import.canceled': (details) => `canceled the import of ${textOf(details, 'file')}`,
  'import.deletions_confirmed': (details) =>
    `confirmed ${formatCount(numberOf(details, 'count'), 'deletion')} of the import`,
  'import.undo_started': (details) => `started to undo the import of ${textOf(details, 'file')}`,
  'import.undo_finished': describeUndo,
  'export.created': (details) => `started an export of ${describeExport(details)}`,
  'export.finished': (details) =>
    `started an export of ${describeExport(details)}, which ${textOf(details, 'state')}`,
  'export.deleted': (details) => `deleted the files of an export of ${describeExport(details)}`,
  'import_profile.saved': (details) => `saved the import profile for ${describeKind(details)}`,
  'import_profile.deleted': (details) => `deleted the import profile for ${describeKind(details)}`,
  'retention.applied': describeRetention,
  'person.erased': () => 'erased the person and their data',
  'call_list.deleted': () => 'deleted the call list and its entries',
  'suppression.added': (details) => `added ${describeSuppressed(details)} to the suppression list`,
  'suppression.lifted': (details) => `took ${describeSuppressed(details)} off the suppression list`,
};

const isKnown = (action: string): action is keyof typeof DESCRIPTIONS => Object.hasOwn(DESCRIPTIONS, action);

/** Describes an entry, such as “revoked the API key”. Unknown actions are shown unchanged. */
export const describeEntry = ({ action, details }: AuditEntry): string => {
  if (isKnown(action)) return DESCRIPTIONS[action](details);
  const kind = RECORD_EVENT_KINDS.find((each) => action === `${each}.deleted`);
  return kind === undefined ? action : `deleted the ${nounOf(nameOfRecordKind(kind))}`;
};
