import { type Actor, recordEntry } from '../audit-log/audit-entry.ts';
import { timestampOf } from '../domain/timestamp.ts';
import { ORGANIZATION_PARTITION, organizationKey } from '../table/items/keys.ts';
import { COLLECTION_INDEX } from '../table/items/schema.ts';
import { nextVersion, unchangedSince } from '../table/items/versions.ts';
import type { Item, TableReader } from '../table/reader.ts';
import type { TableWriter } from '../table/writer.ts';
import { type Organization, organizationFromItem, organizationToItem } from './organization.ts';
import type { Invitation, InvitedUser, UserDirectory } from './user-directory.ts';

export interface OrganizationDependencies {
  readonly reader: TableReader;
  readonly writer: TableWriter;
  readonly users: UserDirectory;
}

export interface OrganizationManager {
  /**
   * Creates an organization. Idempotent: returns an existing one with the same id and name.
   *
   * @throws OrganizationExistsError if the id belongs to an organization with another name
   */
  create(organization: Pick<Organization, 'id' | 'name'>, actor: Actor): Promise<Organization>;
  get(id: string): Promise<Organization | undefined>;
  /** All organizations, oldest first. */
  list(): Promise<readonly Organization[]>;
  /**
   * Invites a user to an existing organization. Writes the audit entry first; a failed invitation can be
   * retried.
   */
  invite(invitation: Invitation, actor: Actor): Promise<InvitedUser>;
}

/** The id belongs to an organization with another name. */
export class OrganizationExistsError extends Error {
  override readonly name = 'OrganizationExistsError';
}

export const createOrganizationManager = ({
  reader,
  writer,
  users,
}: OrganizationDependencies): OrganizationManager => {
  const get = async (id: string): Promise<Organization | undefined> => {
    const item = await reader.get(organizationKey(id), { consistentRead: true });
    return item === undefined ? undefined : organizationFromItem(item);
  };

  return {
    get,

    async create({ id, name }, actor) {
      const at = timestampOf(new Date());
      const organization: Organization = { id, name, createdAt: at };
      const isNew = await writer.transact([
        {
          put: {
            Item: nextVersion(organizationToItem(organization), undefined),
            ...unchangedSince(undefined),
          },
        },
        recordEntry({
          organizationId: id,
          at,
          actor,
          action: 'organization.created',
          targetId: id,
          details: { name },
        }),
      ]);
      if (isNew) return organization;
      const existing = await get(id);
      if (existing?.name === name) return existing;
      throw new OrganizationExistsError(
        `The id ${id} already belongs to the organization "${existing?.name}". Use another id.`,
      );
    },

    async list() {
      const items: Item[] = [];
      let startAfter: Item | undefined;
      do {
        const page = await reader.queryPage({
          index: COLLECTION_INDEX,
          partition: ORGANIZATION_PARTITION,
          ...(startAfter === undefined ? {} : { startAfter }),
        });
        items.push(...page.items);
        startAfter = page.lastEvaluated;
      } while (startAfter !== undefined);
      const keys = items.map((item) => ({ pk: String(item['pk']), sk: String(item['sk']) }));
      return (await reader.getMany(keys))
        .map(organizationFromItem)
        .sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
    },

    async invite(invitation, actor) {
      const { organizationId, email, role } = invitation;
      await writer.transact([
        recordEntry({
          organizationId,
          at: timestampOf(new Date()),
          actor,
          action: 'user.invited',
          targetId: organizationId,
          details: { email, role },
        }),
      ]);
      return users.invite(invitation);
    },
  };
};
