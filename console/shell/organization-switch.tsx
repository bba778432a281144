import { useState } from 'preact/hooks';
import type { AdminApi } from '../api/admin-api.ts';
import type { SessionInfo } from '../api/types.ts';
import { OrganizationChangedError, type Session } from '../session/session.ts';

/** After this, the user may choose again. */
const WAIT_MILLISECONDS = 10_000;

interface OrganizationSwitchProps {
  readonly info: SessionInfo;
  readonly api: AdminApi;
  readonly session: Pick<Session, 'renewFor'>;
  readonly announce: (text: string) => void;
}

/**
 * The name of the organization, or a choice for a user of several. Choosing another one restarts the console.
 */
export const OrganizationSwitch = ({ info, api, session, announce }: OrganizationSwitchProps) => {
  const { organization, organizations } = info;
  const [chosen, setChosen] = useState(organization.id);
  if (organizations === undefined) {
    return <span class="top-organization">{organization.name ?? organization.id}</span>;
  }
  const choose = async (id: string): Promise<void> => {
    setChosen(id);
    try {
      const signal = AbortSignal.timeout(WAIT_MILLISECONDS);
      await api.request('PUT /session/organization', { body: { id } }, signal);
      await session.renewFor(id);
      throw new Error('You no longer have access to this organization.');
    } catch (error) {
      if (error instanceof OrganizationChangedError) return;
      announce(error instanceof Error ? error.message : String(error));
      setChosen(organization.id);
    }
  };
  return (
    <label class="top-organization">
      <span class="visually-hidden">Organization</span>
      <select
        value={chosen}
        disabled={chosen !== organization.id}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      >
        {organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name ?? id}
          </option>
        ))}
      </select>
    </label>
  );
};
