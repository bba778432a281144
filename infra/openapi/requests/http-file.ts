import { type ExampleRequest, exampleRequests } from './example-requests.ts';

const HEADING = `# Sales Data API: one request per operation, for the REST Client of VS Code and the HTTP \
Client of JetBrains.
# Set apiKey. The ids are those of the sample data of \`npm start\`: for your own service, use ids of your \
records.`;

/** The values of variables that the user has to set. */
const TO_SET = 'REPLACE_ME';

const request = ({
  operationId,
  summary,
  method,
  path,
  pathParameters,
  query,
  needsKey,
  body,
}: ExampleRequest): string => {
  const filled = pathParameters.reduce((text, { name, value }) => text.replace(`{${name}}`, value), path);
  const required = query.filter(({ isRequired }) => isRequired).map(({ name, value }) => `${name}=${value}`);
  const optional = query.filter(({ isRequired }) => !isRequired).map(({ name }) => name);
  const search = required.length === 0 ? '' : `?${required.join('&')}`;
  return [
    `### ${summary}`,
    ...(optional.length === 0 ? [] : [`# Optional: ${optional.join(', ')}`]),
    `# @name ${operationId}`,
    `${method} {{baseUrl}}${filled}${search}`,
    ...(needsKey ? ['X-Api-Key: {{apiKey}}'] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', '', JSON.stringify(body, null, 2)]),
    '',
  ].join('\n');
};

/**
 * An `.http` file with one request per operation, without optional parameters. Both editors read its
 * variables, `@name = value`; they have no common way to take one from a response.
 */
export const httpFile = (document: object): string => {
  const { servers } = document as { readonly servers: readonly { readonly url: string }[] };
  const { requests, variables } = exampleRequests(document);
  const used = requests.flatMap(({ pathParameters }) => pathParameters.map(({ value }) => value));
  const ids = [...variables].filter(([name]) => used.includes(`{{${name}}}`));
  return [
    HEADING,
    `@baseUrl = ${servers[0]?.url}`,
    `@apiKey = ${TO_SET}`,
    ...ids.map(([name, value]) => `@${name} = ${value || TO_SET}`),
    '',
    ...requests.map(request),
  ].join('\n');
};
