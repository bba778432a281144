import { useRef, useState } from 'preact/hooks';
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
 * An arrow key already chooses where it does not open the list, so a choice by keyboard has to be confirmed.
 */
export const OrganizationSwitch = ({ info, api, session, announce }: OrganizationSwitchProps) => {
  const { organization, organizations } = info;
  const [chosen, setChosen] = useState(organization.id);
  const [isSwitching, setSwitching] = useState(false);
  const isByKey = useRef(false);
  if (organizations === undefined) {
    return <span class="top-organization">{organization.name ?? organization.id}</span>;
  }
  const switchTo = async (id: string): Promise<void> => {
    setSwitching(true);
    try {
      const signal = AbortSignal.timeout(WAIT_MILLISECONDS);
      await api.request('PUT /session/organization', { body: { id } }, signal);
      await session.renewFor(id);
      throw new Error('You no longer have access to this organization.');
    } catch (error) {
      if (error instanceof OrganizationChangedError) return;
      announce(error instanceof Error ? error.message : String(error));
      setChosen(organization.id);
      setSwitching(false);
    }
  };
  const choose = (id: string): void => {
    setChosen(id);
    if (!isByKey.current && id !== organization.id) void switchTo(id);
  };
  const confirm = (event: Event): void => {
    event.preventDefault();
    if (!isSwitching) void switchTo(chosen);
  };
  return (
    <form class="top-organization" onSubmit={confirm}>
      <label>
        <span class="visually-hidden">Organization</span>
        <select
          value={chosen}
          disabled={isSwitching}
          onKeyDown={() => {
            isByKey.current = true;
          }}
          onPointerDown={() => {
            isByKey.current = false;
          }}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {organizations.map(({ id, name }) => (
            <option key={id} value={id}>
              {name ?? id}
            </option>
          ))}
        </select>
      </label>
      {chosen !== organization.id && (
        <button type="submit" aria-disabled={isSwitching}>
          Switch
        </button>
      )}
    </form>
  );
};
