import { CloudFormationClient, UpdateTerminationProtectionCommand } from '@aws-sdk/client-cloudformation';
import {
  CognitoIdentityProviderClient,
  DescribeUserPoolCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { organizationKey } from '../../shared/table/items/keys.ts';
import { createDocumentClient } from '../../shared/table/sdk/document-client.ts';
import { createTableReader } from '../../shared/table/sdk/document-client-table.ts';
import type { Emulator } from './emulator.ts';
import { expectThat, STACK_NAME } from './rehearsal.ts';
import type { Deployed } from './update.ts';

/**
 * Checks that the stack can only be destroyed without termination protection, and that its data is retained.
 */
export const tryRemoval = async (
  { clientConfig }: Emulator,
  { cdk, outputs, baseUrl, organization }: Deployed,
): Promise<void> => {
  const isServed = async (): Promise<boolean> => {
    const response = await fetch(`${baseUrl}/v1/call-list`, { headers: { 'X-Api-Key': organization.key } });
    return response.status === 200;
  };
  const refused = await cdk.destroy();
  expectThat(
    refused.output.includes('TerminationProtection is enabled') && (await isServed()),
    'cdk destroy is refused while the stack is protected from it',
  );

  await new CloudFormationClient(clientConfig).send(
    new UpdateTerminationProtectionCommand({ StackName: STACK_NAME, EnableTerminationProtection: false }),
  );
  const { exitCode, output } = await cdk.destroy();
  expectThat(
    exitCode === 0,
    `cdk destroy goes through without the protection${exitCode === 0 ? '' : output}`,
  );
  expectThat(!(await isServed()), 'the API is gone');

  const reader = createTableReader(createDocumentClient(clientConfig), outputs['TableName'] ?? '');
  const stored = await reader.get(organizationKey(organization.organizationId));
  expectThat(stored !== undefined, 'the table is kept, with what was in it');
  const { UserPool } = await new CognitoIdentityProviderClient(clientConfig).send(
    new DescribeUserPoolCommand({ UserPoolId: outputs['UserPoolId'] }),
  );
  expectThat(UserPool !== undefined, 'the user pool is kept');
};
