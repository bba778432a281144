/** Where the web console is, below the base address of the admin API. None of the paths asks for a sign-in. */
export const CONSOLE_PATHS = {
  /** The page, which is also where the sign-in page sends browsers back to. */
  page: '/console',
  /** Its script, style and icon. */
  asset: '/console/{asset}',
  /** The list of all pages of the documentation. */
  documentation: '/console/docs',
  documentationPage: '/console/docs/{page}',
} as const;

/** Within the folder of the function's code: the files that {@link CONSOLE_PATHS} serves as assets. */
export const CONSOLE_FOLDER = 'console';

/** Beside it: the pages of the documentation, `NAME.html`; `index.html` lists them. */
export const DOCUMENTATION_FOLDER = 'documentation';
