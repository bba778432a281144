/** An authorizer that allows any key that exists. */
import { getItem } from './client.mjs';

const idOf = (token) => token.replace(/^sd_live_(.{8})(.{4})(.{4})(.{4})(.{12})_.*$/, '$1-$2-$3-$4-$5');

export const handler = async ({ headers, methodArn }) => {
  const key = await getItem(`API_KEY#${idOf(headers['X-Api-Key'])}`, 'API_KEY', { ConsistentRead: true });
  return {
    principalId: key.id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: methodArn }],
    },
    context: { organizationId: key.organizationId },
  };
};
