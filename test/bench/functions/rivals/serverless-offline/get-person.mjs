/** A person by ID. */
import { getItem } from './client.mjs';

export const handler = async ({ pathParameters, requestContext }) => {
  const { organizationId } = requestContext.authorizer;
  const person = await getItem(`ORG#${organizationId}#PERSON#${pathParameters.id}`, 'PERSON');
  return {
    statusCode: person === undefined ? 404 : 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(person),
  };
};
