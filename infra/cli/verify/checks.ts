import { messageOf } from '../support/run-command.ts';

export interface CheckResult {
  readonly name: string;
  /** `skipped`: an earlier check that it needs failed, or the run was interrupted. */
  readonly state: 'ok' | 'failed' | 'skipped';
  readonly milliseconds: number;
  /** Why it failed or was skipped. */
  readonly detail: string | null;
}

type Passed<N extends readonly unknown[]> = { readonly [I in keyof N]: Exclude<N[I], undefined> };

/**
 * Runs one check.
 *
 * @param needs what earlier checks returned; if one of them failed, this one is skipped
 * @param check throws if the check fails
 * @returns what `check` returned; `undefined` if it failed or was skipped
 */
export type RunCheck = <const N extends readonly unknown[], T>(
  name: string,
  needs: N,
  check: (...values: Passed<N>) => Promise<T>,
) => Promise<T | undefined>;

/**
 * @param signal skips the checks from then on
 * @param report called with each result
 */
export const createRunCheck =
  (signal: AbortSignal, report: (result: CheckResult) => void): RunCheck =>
  async (name, needs, check) => {
    const start = performance.now();
    const end = (state: CheckResult['state'], detail: string | null = null): undefined => {
      report({ name, state, milliseconds: Math.round(performance.now() - start), detail });
    };
    if (signal.aborted) return end('skipped', 'interrupted');
    if (needs.includes(undefined)) return end('skipped', 'a check that it needs did not pass');
    try {
      const value = await check(...(needs as Passed<typeof needs>));
      end('ok');
      return value;
    } catch (error) {
      return signal.aborted ? end('skipped', 'interrupted') : end('failed', messageOf(error));
    }
  };

/** A line for people, such as `ok         0.4 s  data API: returns a person`. */
export const lineOf = ({ name, state, milliseconds, detail }: CheckResult): string => {
  const seconds = `${(milliseconds / 1_000).toFixed(1)} s`;
  const shownState = state === 'ok' ? state : state.toUpperCase();
  const shownDetail = detail === null ? '' : `: ${detail}`;
  return `${shownState.padEnd(8)}${seconds.padStart(8)}  ${name}${shownDetail}`;
};
