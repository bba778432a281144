import type { ApiKey } from '../../api/types.ts';
import { dialogHref } from '../../routing/route.ts';

/** The address of the view, and the prefix of its dialogs. */
export const API_KEYS_PATH = 'organization/developer/api-keys';

const LABELS = { edit: 'Edit', rotate: 'Rotate', revoke: 'Revoke' } as const;

export type KeyAction = keyof typeof LABELS;

export const isKeyAction = (text: string | undefined): text is KeyAction =>
  text !== undefined && Object.hasOwn(LABELS, text);

const actionsOf = ({ state, kind, rotatedTo }: ApiKey): readonly KeyAction[] => {
  if (state !== 'active') return [];
  // It renews its tokens itself.
  if (kind === 'app') return ['edit', 'revoke'];
  return rotatedTo === null ? ['edit', 'rotate', 'revoke'] : ['revoke'];
};

export const keyPath = (id: string): string => `${API_KEYS_PATH}/${id}`;

/** The prefix of the dialogs above the page of a key; those above the list follow the key itself. */
export const pageDialogsPath = (id: string): string => `${keyPath(id)}/page`;

interface KeyActionsProps {
  readonly apiKey: ApiKey;
  /** The prefix of the dialogs. */
  readonly path: string;
}

/** Links to the dialogs for the actions on a key. */
export const KeyActions = ({ apiKey, path }: KeyActionsProps) => (
  <span class="actions">
    {actionsOf(apiKey).map((action) => (
      <a key={action} class="button button-small" href={dialogHref(`${path}/${action}`)}>
        {LABELS[action]}
        <span class="visually-hidden"> {apiKey.name}</span>
      </a>
    ))}
  </span>
);
