import type { Runner } from './runner.ts';

/** Printed once the service accepts requests. */
export const banner = (runner: Runner): string =>
  `
Sales Data Retrieval Service is running:

  Data API          ${runner.apiUrl}
  Admin API         ${runner.adminUrl}
  Console           ${runner.consoleUrl}
  Organization      ${runner.organizationId}
  API key           ${runner.apiKey}
${runner.users.map(({ email, password, role }) => `  ${`Sign in (${role})`.padEnd(18)}${email}  ${password}`).join('\n')}
  Function logs     ${runner.functionLog}
  Sent emails       ${runner.mailFile}

Try it:

  curl -s -H 'X-Api-Key: ${runner.apiKey}' '${runner.apiUrl}/v1/call-list'

Press Ctrl-C to stop.
`;
