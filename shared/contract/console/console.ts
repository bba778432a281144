/** The paths of the web console, below the base URL of the admin API. All are public. */
export const CONSOLE_PATHS = {
  /** The page, also the redirect target of the sign-in page. */
  page: '/console',
  /** The page's script, style sheet and icon. */
  asset: '/console/{asset}',
  /** The index of the documentation. */
  documentation: '/console/docs',
  documentationPage: '/console/docs/{page}',
} as const;

/** The folder of the console's assets, inside the function's code. */
export const CONSOLE_FOLDER = 'console';

/** The folder of the documentation pages, `NAME.html`, inside the function's code. */
export const DOCUMENTATION_FOLDER = 'documentation';
