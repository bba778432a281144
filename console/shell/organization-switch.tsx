import { useRef, useState } from 'preact/hooks';
import type { AdminApi } from '../api/admin-api.ts';
import type { SessionInfo } from '../api/types.ts';
import { PageHeading } from '../parts/page-heading.tsx';
import { hrefOf } from '../routing/route.ts';
import { OrganizationChangedError, type Session } from '../session/session.ts';

/** After this, the user may choose again. */
const WAIT_MILLISECONDS = 10_000;

interface Switching {
  readonly api: AdminApi;
  readonly session: Pick<Session, 'renewFor'>;
  readonly announce: (text: string) => void;
}

interface OrganizationSwitchProps extends Switching {
  readonly info: SessionInfo;
}

/** Switches to another organization, which restarts the console. Says so if that fails. */
const useSwitch = ({ api, session, announce }: Switching) => {
  const [isSwitching, setSwitching] = useState(false);
  /** @returns whether it failed */
  const switchTo = async (id: string): Promise<boolean> => {
    setSwitching(true);
    try {
      const signal = AbortSignal.timeout(WAIT_MILLISECONDS);
      await api.request('PUT /session/organization', { body: { id } }, signal);
      await session.renewFor(id);
      throw new Error('You no longer have access to this organization.');
    } catch (error) {
      if (error instanceof OrganizationChangedError) return false;
      announce(error instanceof Error ? error.message : String(error));
      setSwitching(false);
      return true;
    }
  };
  return { isSwitching, switchTo };
};

/**
 * The name of the organization, or a choice for a user of several. Choosing another one restarts the console.
 * An arrow key already chooses where it does not open the list, so a choice by keyboard has to be confirmed.
 */
export const OrganizationSwitch = ({ info, ...switching }: OrganizationSwitchProps) => {
  const { organization, organizations } = info;
  const [chosen, setChosen] = useState(organization.id);
  const { isSwitching, switchTo } = useSwitch(switching);
  const isByKey = useRef(false);
  if (organizations === undefined) {
    return <span class="top-organization">{organization.name ?? organization.id}</span>;
  }
  const follow = async (id: string): Promise<void> => {
    if (await switchTo(id)) setChosen(organization.id);
  };
  const choose = (id: string): void => {
    setChosen(id);
    if (!isByKey.current && id !== organization.id) void follow(id);
  };
  const confirm = (event: Event): void => {
    event.preventDefault();
    if (!isSwitching) void follow(chosen);
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

interface OtherOrganizationProps extends OrganizationSwitchProps {
  /** The organization that the address names. */
  readonly id: string;
}

/** In place of a view whose address is of another organization: offers to switch to it. */
export const OtherOrganization = ({ id, info, ...switching }: OtherOrganizationProps) => {
  const { isSwitching, switchTo } = useSwitch(switching);
  const { organization, organizations = [] } = info;
  const other = organizations.find((each) => each.id === id);
  const name = other === undefined ? 'another organization' : (other.name ?? id);
  const current = organization.name ?? organization.id;
  return (
    <>
      <PageHeading
        title={`This page belongs to ${name}`}
        lead={
          other === undefined
            ? `You are in ${current}, and have no access to the organization of this address.`
            : `You are in ${current}. To open the page, switch to ${name}: your other tabs switch, too.`
        }
      />
      <div class="actions">
        {other !== undefined && (
          <button
            type="button"
            class="button-primary"
            aria-disabled={isSwitching}
            onClick={() => void switchTo(id)}
          >
            Switch to {name}
          </button>
        )}
        <a class="button" href={hrefOf('')}>
          Stay in {current}
        </a>
      </div>
    </>
  );
};
