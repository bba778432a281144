/** Where the web console is, below the base address of the admin API. Neither path asks for a sign-in. */
export const CONSOLE_PATHS = {
  /** The page, which is also where the sign-in page sends browsers back to. */
  page: '/console',
  /** Its script, style and icon. */
  asset: '/console/{asset}',
} as const;

/** Within the folder of the function's code: the files that {@link CONSOLE_PATHS} serves as assets. */
export const CONSOLE_FOLDER = 'console';
