/** The address of the view, and the prefix of its dialog. */
export const SINGLE_SIGN_ON_PATH = 'organization/settings/single-sign-on';

export const REMOVE_PATH = `${SINGLE_SIGN_ON_PATH}/remove`;
