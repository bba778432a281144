import { optional } from '../support/arguments.ts';
import type { Output } from '../support/output.ts';
import { messageOf } from '../support/run-command.ts';
import { command } from '../support/subcommands.ts';
import { UsageError } from '../support/usage-error.ts';
import { type CheckResult, lineOf } from './checks.ts';
import type { VerifiedService } from './connect-service.ts';
import { connectService } from './connect-service.ts';
import { isAbandoned, removeOrganization } from './temporary-organization.ts';
import { verifyService } from './verify-service.ts';

const VERIFY_HELP = `Verifies a deployed stack with a smoke test.

Usage: npm run verify -- [options]

Creates an organization with an admin, records, an API key and a webhook endpoint, checks each step from \
sign-in to
webhook deliveries through the public APIs, and removes everything again, also after a failure or Ctrl-C. \
What a
killed run left is removed by the next run, once it is 30 minutes old.

  --stack NAME      deployed stack (default: the service on this machine)
  --api-url URL     base URL of the data API (default: the stack's ApiUrl); needed while the DNS record of a \
custom
                    domain does not exist yet
  --admin-url URL   base URL of the admin API (default: the stack's AdminUrl)
  --json            print one JSON document
  --help            print this help

Example:

  npm run verify -- --stack SalesData-production

Exit code: 0 if all checks passed, 1 otherwise.`;

const baseUrl = (value: string, flag: string): string => {
  if (/^https?:$/.test(URL.parse(value)?.protocol ?? '')) return value;
  throw new UsageError(`${flag} must be a base URL such as https://sales.example.com, not "${value}".`);
};

/** Removes the remains of killed runs. Reports failures and continues. */
const removeAbandoned = async (service: VerifiedService, output: Output): Promise<void> => {
  const all = await service.organizations.list();
  for (const { id, createdAt } of all.filter((each) => isAbandoned(each, Date.now()))) {
    try {
      await removeOrganization(service, id);
      output.message(`Cleaned up after the run interrupted at ${createdAt}.`);
    } catch (error) {
      output.message(`Could not clean up after the run interrupted at ${createdAt}: ${messageOf(error)}.`);
    }
  }
};

/** Runs `work` with a signal that Ctrl-C aborts. A second Ctrl-C ends the process. */
const interruptible = async (work: (signal: AbortSignal) => Promise<void>, output: Output): Promise<void> => {
  const controller = new AbortController();
  const interrupt = (): void => {
    output.message('Interrupted. Cleaning up; press Ctrl-C again to leave it to the next run.');
    controller.abort();
  };
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, interrupt);
  try {
    await work(controller.signal);
  } finally {
    for (const signal of signals) process.off(signal, interrupt);
  }
};

/** `npm run verify`: see {@link VERIFY_HELP}. */
export const verifyCommand = command(
  VERIFY_HELP,
  { stack: optional(String), 'api-url': optional(baseUrl), 'admin-url': optional(baseUrl) },
  async ({ stack, 'api-url': api, 'admin-url': admin, json }, output) => {
    const results: CheckResult[] = [];
    await interruptible(async (signal) => {
      const service = await connectService(stack, { api, admin }, signal);
      await removeAbandoned(service, output);
      await verifyService(service, signal, (result) => {
        results.push(result);
        if (!json) output.result(lineOf(result));
      });
    }, output);
    const passed = results.filter(({ state }) => state === 'ok').length;
    if (json) output.document({ checks: results });
    else output.result(['', `${passed} of ${results.length} checks passed.`]);
    return passed === results.length ? 0 : 1;
  },
);
