import type { DeclaredEndpoints } from './declared-services.ts';
import type { DemoOrganization } from './demo/demo-organization.ts';
import type { FunctionPool } from './lambda/function-pool.ts';
import type { StartError } from './process/start-error.ts';

/** The running service. */
export interface Runner extends DemoOrganization {
  /** Base address of the data API, without a trailing slash. */
  readonly apiUrl: string;
  /** Base address of the admin API, without a trailing slash. */
  readonly adminUrl: string;
  readonly consoleUrl: string;
  /** The stack's outputs, with addresses on this machine. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: DeclaredEndpoints & {
    readonly dynamodb: string;
    readonly apiGateway: string;
    readonly cognito: string;
  };
  /** By ARN. */
  readonly functions: ReadonlyMap<string, FunctionPool>;
  /** Log file of the functions. */
  readonly functionLog: string;
  /** Fulfilled with the reason if the runner fails. */
  readonly failed: Promise<StartError>;
  /** Stops everything. Idempotent. */
  stop(): Promise<void>;
}
