/** The address of the view: the start of the console. */
export const HOME_PATH = '';
