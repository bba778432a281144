/** The command that requests a higher quota in the Region of the environment. */
export const quotaIncrease = (service: string, quota: string, value: number): string =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${quota} --desired-value ${value}`;
