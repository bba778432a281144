import { RECORD_EVENT_KINDS } from '../../kinds/event-kinds.ts';
import { eventTypesOf, KIND_NAMES, type RecordEventType } from '../../kinds/names.ts';

/** The user or operator behind an action. */
export interface Actor {
  /** The `sub` of a signed-in user, or `cli:alice` for an operator. */
  readonly id: string;
  /** The display name: the email address of a user, or the id. */
  readonly name: string;
  /** A host name or an IP address; `null` if unknown. */
  readonly from: string | null;
}

const OTHER_ACTIONS = [
  'organization.created',
  'organization.updated',
  'user.invited',
  'user.invitation_resent',
  'user.joined',
  'user.organization_chosen',
  'user.updated',
  'user.disabled',
  'user.enabled',
  'user.removed',
  'api_key.created',
  'api_key.updated',
  'api_key.rotated',
  'api_key.transferred',
  'api_key.revoked',
  'webhook_endpoint.created',
  'webhook_endpoint.updated',
  'webhook_endpoint.disabled',
  'webhook_endpoint.enabled',
  'webhook_endpoint.deleted',
  'webhook_endpoint.secret_rotated',
  'webhook_endpoint.tested',
  'webhook_endpoint.replayed',
  'webhook_endpoint.replay_finished',
  'webhook_delivery.replayed',
  'import.created',
  'import.queued',
  'import.started',
  'import.finished',
  'import.repeated',
  'import.canceled',
  'import.deletions_confirmed',
  'import.undo_started',
  'import.undo_finished',
  'export.created',
  'export.finished',
  'export.deleted',
  'import_profile.saved',
  'import_profile.deleted',
  'retention.applied',
] as const;

const SUPPRESSION_ACTIONS = ['suppression.added', 'suppression.lifted'] as const;

type RecordAction = Extract<RecordEventType, `${string}.deleted` | `${string}.erased`>;

export type AuditAction = (typeof OTHER_ACTIONS | typeof SUPPRESSION_ACTIONS)[number] | RecordAction;

/** What entries tell of. Later versions may add others. */
export const AUDIT_ACTIONS: readonly AuditAction[] = [
  ...OTHER_ACTIONS,
  ...KIND_NAMES.flatMap(eventTypesOf).filter((type): type is RecordAction => /deleted$|erased$/.test(type)),
  ...SUPPRESSION_ACTIONS,
];

/** What actions are about. The names of its actions start with it. */
export const AUDIT_SUBJECTS = [
  'api_key',
  'webhook_endpoint',
  'webhook_delivery',
  'user',
  'organization',
  'import',
  'import_profile',
  'export',
  'retention',
  ...RECORD_EVENT_KINDS,
  'suppression',
] as const satisfies readonly (AuditAction extends `${infer S}.${string}` ? S : never)[];

/** What to filter by: an action such as `api_key.created`, or all of a subject, such as `api_key.*`. */
export const AUDIT_ACTION_PATTERNS = [
  ...AUDIT_ACTIONS,
  ...AUDIT_SUBJECTS.map((subject) => `${subject}.*` as const),
];

/** An entry as the admin API returns it. */
export interface ListedEntry {
  readonly id: string;
  readonly at: string;
  readonly actor: Actor;
  /** An {@link AuditAction}, or an action of a later version. */
  readonly action: string;
  readonly targetId: string;
  readonly details: Readonly<Record<string, unknown>>;
}
