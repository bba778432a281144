import type { IdentityProvider, StageConfig } from '../../../infra/config.ts';

const CERTIFICATE = 'arn:aws:acm:eu-central-1:000000000000:certificate/1';

const provider = (index: number): IdentityProvider => ({
  name: `idp-${index}`,
  type: 'oidc',
  emailDomains: [`${index}.example`],
  issuer: `https://${index}.example`,
  clientId: 'sales-data',
  clientSecretName: `sales-data/${index}`,
});

/** Every documented option of a stage that adds resources, at once. */
export const everyOption = (identityProviders: number): Partial<StageConfig> => ({
  domains: {
    dataApi: { name: 'sales.example.com', certificateArn: CERTIFICATE },
    adminApi: { name: 'sales-admin.example.com', certificateArn: CERTIFICATE },
  },
  firewall: { managedRules: 'block' },
  alarmNotification: { emails: ['ops@example.com', 'duty@example.com'] },
  email: {
    from: 'no-reply@example.com',
    identityArn: 'arn:aws:ses:eu-central-1:000000000000:identity/example.com',
  },
  threatProtection: 'enforce',
  monthlyBudget: 500,
  callingHours: { table: 'shared/calling-hours/north-america.json' },
  webhookEgress: { subnetIds: ['subnet-1', 'subnet-2'], securityGroupIds: ['sg-1'] },
  reservedConcurrency: { authorize: 100 },
  identityProviders: Array.from({ length: identityProviders }, (_, index) => provider(index)),
});
