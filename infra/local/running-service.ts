import type { DeclaredEndpoints } from './declared-services.ts';
import type { DemoOrganization } from './demo/demo-organization.ts';
import type { FunctionPool } from './lambda/function-pool.ts';
import type { StartError } from './process/start-error.ts';

/** The service, running on this machine. */
export interface Runner extends DemoOrganization {
  /** The base addresses of the data API and of the admin API, without a trailing slash. */
  readonly apiUrl: string;
  readonly adminUrl: string;
  /** The web console. */
  readonly consoleUrl: string;
  /** The stack's outputs, with the addresses as they are on this machine. */
  readonly outputs: Readonly<Record<string, string>>;
  readonly endpoints: DeclaredEndpoints & {
    readonly dynamodb: string;
    readonly apiGateway: string;
    readonly cognito: string;
  };
  /** By ARN. */
  readonly functions: ReadonlyMap<string, FunctionPool>;
  /** The file that the functions log to. */
  readonly functionLog: string;
  /** Fulfilled with the reason when the runner cannot go on, which nobody asked it to. */
  readonly failed: Promise<StartError>;
  /** Ends everything that was started. Can be called any number of times. */
  stop(): Promise<void>;
}
