import type { UsagePlanLimits } from '../shared/contract/keys/rate-limit-policy.ts';

/** The settings of the deployment. */
export interface Configuration {
  /** The base addresses of the data API, the admin API and the sign-in page, without a trailing slash. */
  readonly dataApiUrl: string;
  readonly adminApiUrl: string;
  readonly signInUrl: string;
  readonly issuer: string;
  readonly clientId: string;
  /** By plan name. */
  readonly usagePlans: Readonly<Record<string, UsagePlanLimits>>;
  /** The address of the console, without query and fragment. */
  readonly consoleUrl: string;
}

/**
 * Reads the configuration that the page was served with.
 *
 * @param settings the `data-` attributes of the page
 */
export const readConfiguration = (
  settings: Readonly<Record<string, string | undefined>>,
  consoleUrl: string,
): Configuration => {
  const { apiUrl = '', signInUrl = '', issuer = '', clientId = '', usagePlans = '{}' } = settings;
  return {
    dataApiUrl: apiUrl,
    adminApiUrl: consoleUrl.replace(/\/console$/, ''),
    signInUrl,
    issuer,
    clientId,
    usagePlans: JSON.parse(usagePlans),
    consoleUrl,
  };
};
