import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { MCP_ROUTE } from '../../../shared/contract/agents/mcp-route.ts';
import type { StageConfig, Throttle } from '../../config.ts';
import { ServiceFunction } from '../platform/service-function.ts';

/** Twice the highest rate of a usage plan: each request of it causes others. */
export const MCP_THROTTLE: Throttle = { rate: 200, burst: 400 };

/** Its tools wait for up to 20 seconds for other functions. */
const TIMEOUT = Duration.seconds(25);

/**
 * Creates the function that serves the MCP server. It calls the data API with the caller's key, and has no
 * access to the table.
 */
export const createServeMcp = (scope: Construct, config: StageConfig): LambdaFunction =>
  new ServiceFunction(scope, 'ServeMcp', {
    functionName: MCP_ROUTE.functionName,
    description: 'Serves the MCP server',
    timeout: TIMEOUT,
    config,
  }).function;
