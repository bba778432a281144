import type { Runner } from './runner.ts';

/** What `npm start` prints once the service answers. */
export const banner = (runner: Runner): string =>
  `
Sales Data Retrieval Service, on this machine:

  Data API        ${runner.apiUrl}
  Organization    ${runner.organizationId}
  API key         ${runner.apiKey}
  Function logs   ${runner.functionLog}

Try it:

  curl -s -H 'X-Api-Key: ${runner.apiKey}' '${runner.apiUrl}/v1/call-list'

Ctrl-C stops it.
`;
