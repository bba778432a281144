import type { LostOwner } from '../../../shared/agents/owner-access.ts';
import type { AuditAction } from '../../../shared/contract/audit-log/audit-log.ts';
import type { DisabledReason } from '../../../shared/contract/webhooks/webhook-views.ts';
import { nameOfRecordKind, RECORD_EVENT_KINDS } from '../../../shared/kinds/event-kinds.ts';
import {
  nounOf,
  PLAIN_KINDS,
  pascalOf,
  pluralOf,
  type RecordEventType,
} from '../../../shared/kinds/names.ts';
import type { AuditEntry } from '../../api/types.ts';
import { isolated } from '../../parts/isolated.ts';
import { formatCount, formatNumber } from '../../parts/numbers.ts';
import { timeFormat } from '../../parts/time-zone.ts';
import { EXPORTS_PATH } from '../../routing/export-paths.ts';
import { importPath, PROFILES_PATH } from '../../routing/import-paths.ts';
import { keyPath } from '../../routing/key-paths.ts';
import { recordPath, segmentOfEvent } from '../../routing/record-paths.ts';
import type { Address } from '../../routing/route.ts';
import { USERS_PATH } from '../organizations/users/user-paths.ts';
import { SUPPRESSIONS_PATH } from '../records/suppressions-path.ts';
import { deliveryPath, endpointPath } from '../webhooks/webhook-paths.ts';
import { type Details, describeChanges, numberOf, textOf } from './describe-changes.ts';

const DATE = timeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const timeOf = (details: Details, name: string): string => {
  const time = Date.parse(textOf(details, name));
  return Number.isNaN(time) ? 'an unknown time' : DATE.format(time);
};

/** Something that a sentence names, with the address of its page. */
export interface Named extends Partial<Address> {
  /** The id whose present name is shown, if it is known. */
  readonly id?: string;
  readonly name: string;
}

/** What follows the name of the actor. */
export type Sentence = readonly (string | Named)[];

/** Texts of the details stand isolated, so that they cannot reverse the sentence. */
const say = (texts: TemplateStringsArray, ...values: readonly (string | Named)[]): Sentence =>
  texts.flatMap((text, index) => {
    const value = values[index];
    if (value === undefined) return [text];
    return [text, typeof value === 'string' ? isolated(value) : value];
  });

type DescribedEntry = Pick<AuditEntry, 'action' | 'targetId' | 'details'>;
type Description = (details: Details, entry: DescribedEntry) => Sentence;

const keyOf = ({ targetId, details }: DescribedEntry): Named => ({
  id: targetId,
  name: textOf(details, 'name') || targetId,
  path: keyPath(targetId),
});

const endpointOf = ({ targetId, details }: DescribedEntry): Named => ({
  id: targetId,
  name: textOf(details, 'url') || targetId,
  path: endpointPath(targetId),
});

const userOf = ({ details }: DescribedEntry): Named => {
  const email = textOf(details, 'email');
  return { name: email, path: USERS_PATH, query: { search: email } };
};

const importOf = ({ targetId, details }: DescribedEntry): Named => {
  const name = textOf(details, 'file') || textOf(details, 'fileName') || 'a file';
  // Files that a key uploads together are several imports.
  return { name, ...('files' in details ? {} : { path: importPath(targetId) }) };
};

const EXPORT: Named = { name: 'an export', path: EXPORTS_PATH };
const PROFILE: Named = { name: 'the import profile', path: PROFILES_PATH };
const SUPPRESSION_LIST: Named = { name: 'the suppression list', path: SUPPRESSIONS_PATH };

const describeGrace = (details: Details): string =>
  details['graceSeconds'] === 0
    ? 'the old one stopped working immediately'
    : `the old one stays active until ${timeOf(details, 'endsAt')}`;

const DISABLED_BECAUSE: Readonly<Record<string, string>> = {
  gone: ' because it responded with 410 Gone',
  failing: ' because it failed for five days',
  key_revoked: ' by revoking the API key that created it',
  key_permission_removed: ' by removing a permission from the API key that created it',
} satisfies Readonly<Record<Exclude<DisabledReason, 'admin'>, string>>;

const describeReplay: Description = (details, entry) => {
  const from = details['after'] === null ? '' : ` from ${timeOf(details, 'after')}`;
  const states = Array.isArray(details['states']) ? details['states'].join(', ') : '';
  const range = `${from} until ${timeOf(details, 'before')}`;
  return say`started a replay of ${states} deliveries to ${endpointOf(entry)}${range}`;
};

const describeReplayEnd: Description = (details, entry) => {
  const count = formatNumber(numberOf(details, 'replayed'));
  const state = textOf(details, 'state');
  return say`started a replay of deliveries to ${endpointOf(entry)}, which ${state} after ${count}`;
};

const ENDS_OF_IMPORTS: Readonly<Record<string, string>> = {
  failed: 'it failed',
  skipped: 'skipped, its content is unchanged',
  awaiting_confirmation: 'its deletions wait to be confirmed',
};

const ROW_COUNTS = ['created', 'changed', 'unchanged', 'rejected'] as const;

const describeImport: Description = (details, entry) => {
  const counts = ROW_COUNTS.flatMap((name) => {
    const count = numberOf(details, name);
    return count > 0 ? [`${formatNumber(count)} ${name}`] : [];
  });
  const end = ENDS_OF_IMPORTS[textOf(details, 'status')];
  const outcome = [...(end === undefined ? [] : [end]), ...counts].join(', ') || 'no rows';
  return say`imported ${importOf(entry)} from ${textOf(details, 'source')}: ${outcome}`;
};

const describeUndo: Description = (details, entry) => {
  const deleted = formatCount(numberOf(details, 'deleted'), 'record');
  const end = 'problem' in details ? 'stopped' : 'ended';
  const counts = `${deleted} deleted, ${formatNumber(numberOf(details, 'kept'))} kept`;
  return say`started an undo of the import of ${importOf(entry)}, which ${end}: ${counts}`;
};

const describeKind = (details: Details): string =>
  `${textOf(details, 'kind').replaceAll('-', ' ')} from ${isolated(textOf(details, 'source'))}`;

const describeExport = (details: Details): string =>
  `${textOf(details, 'resource').replaceAll('-', ' ')} records as ${textOf(details, 'format')}`;

const describeRetention = (details: Details): string =>
  (['deleted', 'announced'] as const)
    .flatMap((outcome) =>
      PLAIN_KINDS.flatMap((kind) => {
        const count = numberOf(details, `${outcome}${pascalOf(pluralOf(kind))}`);
        const verb = outcome === 'deleted' ? 'deleted' : 'announced the expiry of';
        return count > 0 ? [`${verb} ${formatCount(count, nounOf(kind), nounOf(pluralOf(kind)))}`] : [];
      }),
    )
    .join(', ');

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

/** Those besides deletions, which read alike for all kinds of records. */
type DescribedAction = Exclude<AuditAction, RecordEventType> | 'person.erased' | 'call_list.deleted';

/** Deleted records have no name any more, but their page shows their history. */
const recordOf = ({ action, targetId }: DescribedEntry): Named => {
  const segment = segmentOfEvent(action);
  return { name: targetId, ...(segment === undefined ? {} : { path: recordPath(segment, targetId) }) };
};

/** Predicates that follow the name of the actor. */
const DESCRIPTIONS: Readonly<Record<DescribedAction, Description>> = {
  'organization.created': (details) => say`created the organization ${textOf(details, 'name')}`,
  'organization.updated': (details) => say`changed the organization: ${describeChanges(details)}`,
  'user.invited': (details, entry) => say`invited ${userOf(entry)} as ${textOf(details, 'role')}`,
  'user.invitation_resent': (_, entry) => say`resent the invitation to ${userOf(entry)}`,
  'user.joined': (details) => {
    const [provider, role] = [textOf(details, 'identityProvider'), textOf(details, 'role')];
    return say`signed in with ${provider} for the first time, as ${role}`;
  },
  'user.organization_chosen': () => say`switched to this organization`,
  'user.updated': (details, entry) => say`changed ${userOf(entry)}: ${describeChanges(details)}`,
  'user.disabled': (_, entry) => say`disabled ${userOf(entry)}`,
  'user.enabled': (_, entry) => say`enabled ${userOf(entry)}`,
  'user.removed': (details, entry) =>
    details['wasInvited'] === true
      ? say`withdrew the invitation of ${userOf(entry)}`
      : say`removed ${userOf(entry)}`,
  'api_key.created': (_, entry) => say`created the API key ${keyOf(entry)}`,
  'api_key.updated': (details, entry) =>
    say`changed the API key ${keyOf(entry)}: ${describeChanges(details)}`,
  'api_key.rotated': (details, entry) => say`rotated the API key ${keyOf(entry)}; ${describeGrace(details)}`,
  'api_key.transferred': (details, entry) =>
    say`transferred the API key ${keyOf(entry)}${lostOwner(details)}`,
  'api_key.revoked': (details, entry) => say`revoked the API key ${keyOf(entry)}${lostOwner(details)}`,
  'webhook_endpoint.created': (_, entry) => say`created the webhook endpoint ${endpointOf(entry)}`,
  'webhook_endpoint.updated': (details, entry) =>
    say`changed the webhook endpoint ${endpointOf(entry)}: ${describeChanges(details)}`,
  'webhook_endpoint.disabled': (details, entry) => {
    const reason = DISABLED_BECAUSE[textOf(details, 'reason')] ?? '';
    return say`disabled the webhook endpoint ${endpointOf(entry)}${reason}`;
  },
  'webhook_endpoint.enabled': (_, entry) => say`enabled the webhook endpoint ${endpointOf(entry)}`,
  'webhook_endpoint.deleted': (details) => say`deleted the webhook endpoint ${textOf(details, 'url')}`,
  'webhook_endpoint.secret_rotated': (details, entry) => {
    const end = timeOf(details, 'previousSecretExpiresAt');
    return say`rotated the signing secret of ${endpointOf(entry)}; the old one stays valid until ${end}`;
  },
  'webhook_endpoint.tested': (_, entry) =>
    say`sent a test event to the webhook endpoint ${endpointOf(entry)}`,
  'webhook_endpoint.replayed': describeReplay,
  'webhook_endpoint.replay_finished': describeReplayEnd,
  'webhook_delivery.replayed': (details, { targetId }) => {
    const endpointId = textOf(details, 'endpointId');
    const delivery = { name: 'a delivery', path: deliveryPath(endpointId, targetId) };
    const endpoint = { id: endpointId, name: endpointId, path: endpointPath(endpointId) };
    return say`replayed ${delivery} to ${endpoint}`;
  },
  'import.created': (details, entry) => say`uploaded ${importOf(entry)} to import ${describeKind(details)}`,
  'import.queued': (details, entry) => say`queued the import of ${importOf(entry)}: ${describeKind(details)}`,
  'import.started': (_, entry) => say`started the import of ${importOf(entry)}`,
  'import.finished': describeImport,
  'import.repeated': (details, entry) =>
    say`repeated the import of ${importOf(entry)}: ${describeKind(details)}`,
  'import.canceled': (_, entry) => say`canceled the import of ${importOf(entry)}`,
  'import.deletions_confirmed': (details, entry) =>
    say`confirmed ${formatCount(numberOf(details, 'count'), 'deletion')} of the import of ${importOf(entry)}`,
  'import.undo_started': (_, entry) => say`started to undo the import of ${importOf(entry)}`,
  'import.undo_finished': describeUndo,
  'export.created': (details) => say`started ${EXPORT} of ${describeExport(details)}`,
  'export.finished': (details) => {
    const end = `${textOf(details, 'state')}: ${formatCount(numberOf(details, 'records'), 'record')}`;
    return say`started ${EXPORT} of ${describeExport(details)}, which ${end}`;
  },
  'export.deleted': (details) => say`deleted the files of ${EXPORT} of ${describeExport(details)}`,
  'import_profile.saved': (details) => say`saved ${PROFILE} for ${describeKind(details)}`,
  'import_profile.deleted': (details) => say`deleted ${PROFILE} for ${describeKind(details)}`,
  'retention.applied': (details) => say`${describeRetention(details)}`,
  'person.erased': (_, entry) => say`erased the person ${recordOf(entry)} and their data`,
  'call_list.deleted': (_, entry) => say`deleted the call list ${recordOf(entry)} and its entries`,
  'suppression.added': (details) => say`added ${describeSuppressed(details)} to ${SUPPRESSION_LIST}`,
  'suppression.lifted': (details) => say`took ${describeSuppressed(details)} off ${SUPPRESSION_LIST}`,
};

const isKnown = (action: string): action is keyof typeof DESCRIPTIONS => Object.hasOwn(DESCRIPTIONS, action);

/** Describes an entry, such as “revoked the API key Dialer”. Unknown actions are shown unchanged. */
export const describeEntry = (entry: DescribedEntry): Sentence => {
  const { action, details } = entry;
  if (isKnown(action)) return DESCRIPTIONS[action](details, entry);
  const kind = RECORD_EVENT_KINDS.find((each) => action === `${each}.deleted`);
  return kind === undefined
    ? [action]
    : say`deleted the ${nounOf(nameOfRecordKind(kind))} ${recordOf(entry)}`;
};
