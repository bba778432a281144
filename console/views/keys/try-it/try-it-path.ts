/** The address of the view. */
export const TRY_IT_PATH = 'organization/developer/try-it';
