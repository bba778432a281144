#!/usr/bin/env node
import { ProblemError, UnexpectedResponseError } from '../../../clients/typescript/src/problems.ts';
import { createDataApi } from './data-api.ts';
import { printable } from './printable.ts';
import { createSalesDataServer, VERSION } from './server.ts';
import { readSettings, SettingError, type Settings } from './settings.ts';
import { serveStdio } from './stdio.ts';

/**
 * Why the server cannot start and what to do, for the person who configured it.
 *
 * @param baseUrl the address of the service, if it is known
 */
const startupError = (error: unknown, baseUrl: string | undefined): string => {
  if (error instanceof SettingError) return error.message;
  if (error instanceof UnexpectedResponseError) {
    return (
      `${baseUrl} responded with status ${error.status}, but is not the Sales Data API. ` +
      'Check `SALES_DATA_URL`.'
    );
  }
  if (!(error instanceof ProblemError)) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `${baseUrl} is unreachable. Check \`SALES_DATA_URL\` and the network. (${cause})`;
  }
  return error.problem.type === 'urn:sales-data:problem:unauthorized'
    ? 'The API key in `SALES_DATA_API_KEY` is invalid, expired or revoked. ' +
        'Ask an admin of your organization for a new one.'
    : error.problem.detail;
};

const HELP = `sales-data-mcp ${VERSION}: a read-only MCP server for the Sales Data API, over stdio.

An MCP client starts it, with two environment variables:

  SALES_DATA_URL      base address of the service, such as https://api.example.com
  SALES_DATA_API_KEY  an API key, such as sd_live_…

Options: --help, --version
`;

/** The maximum duration of a call, in milliseconds. Clients give up after 60 seconds by default. */
const TIME_LIMIT = 45_000;

const RETRIES = { attempts: 3, longestWait: 10 };

/** Clients show what is written to stderr in their logs; stdout belongs to the protocol. */
const report = (text: string): void => {
  process.stderr.write(`sales-data-mcp: ${printable(text)}\n`);
};

const serve = async ({ baseUrl, apiKey }: Settings): Promise<void> => {
  const api = createDataApi({ baseUrl, apiKey, retries: RETRIES });
  const key = await api.key({ signal: AbortSignal.timeout(TIME_LIMIT) });
  const context = {
    api,
    permissions: new Set(key.permissions),
    timeLimit: TIME_LIMIT,
    onError: (error: unknown) =>
      report(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
  serveStdio(createSalesDataServer(context));
  report(`Serving ${baseUrl} with the key "${key.name}".`);
};

const [option] = process.argv.slice(2);
if (option === '--help') {
  process.stdout.write(HELP);
} else if (option === '--version') {
  process.stdout.write(`${VERSION}\n`);
} else if (option !== undefined) {
  report(`Unknown option "${option}". See --help.`);
  process.exitCode = 2;
} else {
  let settings: Settings | undefined;
  try {
    settings = readSettings(process.env);
    await serve(settings);
  } catch (error) {
    report(startupError(error, settings?.baseUrl));
    process.exitCode = 1;
  }
}
