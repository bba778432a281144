import type { ApiKey } from '../../api/types.ts';
import { dialogHref } from '../../routing/route.ts';

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
