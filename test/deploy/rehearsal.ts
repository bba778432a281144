/** A stage whose data outlives the stack. */
export const REHEARSAL_STAGE = 'staging';
export const STACK_NAME = `SalesData-${REHEARSAL_STAGE}`;
export const REGION = 'eu-central-1';
/** The account of the emulator. */
export const ACCOUNT = '000000000000';

/**
 * Resource types that the emulator rejects, and alarms, whose formulas it rejects. Nothing else in the stack
 * needs them. `test/infra/platform/unrehearsed.test.ts` pins them instead.
 */
export const REMOVED_TYPES: readonly string[] = [
  'AWS::CloudWatch::Alarm',
  'AWS::CloudWatch::Dashboard',
  'AWS::Cognito::ManagedLoginBranding',
];

/** Makes `test/deploy/app.ts` synthesize a later version of the service: another rate, and one more path. */
export const CHANGE_CONTEXT = 'change';
export const CHANGED_RATE = 11;
export const EXTRA_PATH = '/v1/rehearsal';

/** Prints progress, with the seconds since the start. */
export const say = (text: string): void => {
  process.stdout.write(`${process.uptime().toFixed(0).padStart(4)} s  ${text}\n`);
};

/** A failed step or expectation of the rehearsal. */
export class RehearsalError extends Error {}

/** Throws a RehearsalError with the expectation unless it holds. */
export function expectThat(holds: boolean, expectation: string): asserts holds {
  if (!holds) throw new RehearsalError(`Not so: ${expectation}.`);
  say(`  ✓ ${expectation}`);
}
