import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { Check } from './finding.ts';

/** Checks of the SES identity that sends the user pool's emails, in the Region of its ARN. */
export const emailChecks = (identityArn: string): readonly Check[] => {
  const [, , , region = ''] = identityArn.split(':');
  const identity = identityArn.replace(/^.*:identity\//, '');
  const client = new SESv2Client({ region });
  return [
    {
      name: 'SES account',
      action: 'ses:GetAccount',
      check: async () => {
        const account = await client.send(new GetAccountCommand());
        if (account.ProductionAccessEnabled !== true) {
          return {
            problem: `SES in ${region} is in the sandbox: it sends only to verified addresses.`,
            solution:
              'Request production access: ' +
              `https://console.aws.amazon.com/ses/home?region=${region}#/get-set-up`,
          };
        }
        if (account.SendingEnabled !== true) {
          const solution =
            'See the reason: ' + `https://console.aws.amazon.com/ses/home?region=${region}#/reputation`;
          return { problem: `SES in ${region} is paused (${account.EnforcementStatus}).`, solution };
        }
        return { ok: `${account.SendQuota?.Max24HourSend ?? 0} emails a day.` };
      },
    },
    {
      name: `SES identity ${identity}`,
      action: 'ses:GetEmailIdentity',
      check: async () => {
        const solution =
          `Create and verify it: aws sesv2 create-email-identity --region ${region} ` +
          `--email-identity ${identity}`;
        try {
          const command = new GetEmailIdentityCommand({ EmailIdentity: identity });
          const { VerifiedForSendingStatus: isVerified } = await client.send(command);
          return isVerified === true ? { ok: 'Verified.' } : { problem: 'It is not verified yet.', solution };
        } catch (error) {
          if (!(error instanceof NotFoundException)) throw error;
          return { problem: `It does not exist in ${region}.`, solution };
        }
      },
    },
  ];
};
