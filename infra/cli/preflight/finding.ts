import { messageOf } from '../support/run-command.ts';

/** The command that requests a higher quota in the Region of the environment. */
export const quotaIncrease = (service: string, quota: string, value: number): string =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${quota} ` +
  `--desired-value ${value}`;

/**
 * What a check found out. `solution` says what to request, and where. A warning is what will become a
 * problem.
 */
export type Verdict =
  | { readonly ok: string }
  | { readonly warning: string; readonly solution: string }
  | { readonly problem: string; readonly solution: string };

export interface Finding {
  readonly name: string;
  /** `unknown`: it could not be checked. */
  readonly state: 'ok' | 'warning' | 'problem' | 'unknown';
  readonly detail: string;
  readonly solution: string | null;
}

export interface Check {
  readonly name: string;
  /** The IAM action that it needs, such as `lambda:GetAccountSettings`. */
  readonly action: string;
  /** Reads, and changes nothing. */
  readonly check: () => Promise<Verdict>;
}

/** Whether the host name of the service's endpoint in this Region does not exist. */
const isWithoutEndpoint = (error: unknown): boolean => messageOf(error).includes('ENOTFOUND');

const isDenied = (error: unknown): boolean =>
  error instanceof Error && /^(AccessDenied|Unauthorized|NotAuthorized)/.test(error.name);

export const findingOf = async ({ name, action, check }: Check, region: string): Promise<Finding> => {
  try {
    const verdict = await check();
    if ('ok' in verdict) return { name, state: 'ok', detail: verdict.ok, solution: null };
    const { solution } = verdict;
    return 'warning' in verdict
      ? { name, state: 'warning', detail: verdict.warning, solution }
      : { name, state: 'problem', detail: verdict.problem, solution };
  } catch (error) {
    if (isWithoutEndpoint(error)) {
      const detail = `The service has no endpoint in ${region}.`;
      return { name, state: 'problem', detail, solution: 'Choose another Region: set AWS_REGION.' };
    }
    const detail = isDenied(error) ? `Not allowed: ${action}.` : `${messageOf(error)} (${action})`;
    return { name, state: 'unknown', detail, solution: null };
  }
};

/** Lines for people: the finding, and indented below it the solution. */
export const textOf = ({ name, state, detail, solution }: Finding): readonly string[] => [
  `${state.padEnd(9)}${name}: ${detail}`,
  ...(solution === null ? [] : [`${' '.repeat(9)}${solution}`]),
];
