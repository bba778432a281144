/** The stage that is rehearsed: one whose data outlive the stack. */
export const REHEARSAL_STAGE = 'staging';
export const STACK_NAME = `SalesData-${REHEARSAL_STAGE}`;
export const REGION = 'eu-central-1';
/** The account that the emulator answers for. */
export const ACCOUNT = '000000000000';

/** With this context value `test/deploy/app.ts` is a later version of the service: another rate, and one more path. */
export const CHANGE_CONTEXT = 'change';
export const CHANGED_RATE = 11;
export const EXTRA_PATH = '/v1/rehearsal';

/** Says what is being done, with the time since the start. */
export const say = (text: string): void => {
  process.stdout.write(`${process.uptime().toFixed(0).padStart(4)} s  ${text}\n`);
};

/** Something did not come out as it must. */
export class RehearsalError extends Error {}

/** Throws a RehearsalError that says what was expected, unless it holds. */
export function expectThat(holds: boolean, expectation: string): asserts holds {
  if (!holds) throw new RehearsalError(`Not so: ${expectation}.`);
  say(`  ✓ ${expectation}`);
}
