import type { User } from '../../../api/types.ts';

/** The address of the view, and the prefix of its dialogs. */
export const USERS_PATH = 'organization/settings/users';

export const INVITE_PATH = `${USERS_PATH}/invite`;

export const USER_ACTIONS = {
  role: 'Change role',
  resend: 'Resend invitation',
  disable: 'Disable',
  enable: 'Enable',
  remove: 'Remove',
} as const;

export type UserAction = keyof typeof USER_ACTIONS;

export const isUserAction = (text: string | undefined): text is UserAction =>
  text !== undefined && Object.hasOwn(USER_ACTIONS, text);

/** What follows the path of the view: its dialogs. */
export const USER_DIALOGS = new RegExp(`^invite$|/(?:${Object.keys(USER_ACTIONS).join('|')})$`);

export const userActionPath = ({ id }: Pick<User, 'id'>, action: UserAction): string =>
  `${USERS_PATH}/${id}/${action}`;

const ACTIONS: Readonly<Record<User['status'], readonly UserAction[]>> = {
  invited: ['role', 'resend', 'remove'],
  active: ['role', 'disable', 'remove'],
  disabled: ['enable', 'remove'],
};

/** Whether an action is possible with the users of an identity provider. */
const IS_FOR_PROVIDERS: Readonly<Record<UserAction, boolean>> = {
  role: false,
  resend: false,
  disable: true,
  enable: true,
  remove: false,
};

/** What an admin can do with a user; nothing with their own. */
export const actionsOn = (
  { id, status, identityProvider }: Pick<User, 'id' | 'status' | 'identityProvider'>,
  ownId: string,
): readonly UserAction[] => {
  if (id === ownId) return [];
  // The provider decides the role, sends no invitations, and would let a removed user return.
  return ACTIONS[status].filter((action) => identityProvider === null || IS_FOR_PROVIDERS[action]);
};
