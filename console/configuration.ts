import type { UsagePlanLimits } from '../shared/contract/rate-limit-policy.ts';

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

/** Reads the configuration that the page was served with. */
export const readConfiguration = (
  { dataset }: HTMLElement,
  { origin, pathname }: Location,
): Configuration => {
  const { apiUrl = '', signInUrl = '', issuer = '', clientId = '', usagePlans = '{}' } = dataset;
  const consoleUrl = origin + pathname;
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
