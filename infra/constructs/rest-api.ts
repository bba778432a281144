import { Size, Stack } from 'aws-cdk-lib';
import {
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  RestApi,
  type RestApiProps,
} from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { StageConfig } from '../config.ts';
import { accessLogFormat } from './access-log.ts';
import { acknowledge } from './acknowledge.ts';
import { createLogGroup } from './log-group.ts';

export interface ServiceApiProps
  extends Pick<RestApiProps, 'apiKeySourceType' | 'cloudWatchRole' | 'description'> {
  /** The first segment of the API's address, which API Gateway calls a stage. */
  readonly stageName: string;
  /** Fields of the access log that say who is calling. */
  readonly loggedCaller: Readonly<Record<string, string>>;
  /**
   * Of single methods, by path and method such as `/v1/person/{id}/GET`.
   * @default none: all are as the account's limits allow
   */
  readonly methodOptions?: Readonly<Record<string, MethodDeploymentOptions>>;
  readonly config: StageConfig;
}

/** Responses of this size or more are compressed for clients that accept it. */
const COMPRESSED_FROM_BYTES = 1024;

/** A regional REST API with one stage: compressed, measured, traced, with an access log. */
export const createServiceApi = (scope: Construct, { config, ...props }: ServiceApiProps): RestApi => {
  const { stageName, loggedCaller, methodOptions, ...rest } = props;
  const api = new RestApi(scope, 'Api', {
    ...rest,
    endpointTypes: [EndpointType.REGIONAL],
    minCompressionSize: Size.bytes(COMPRESSED_FROM_BYTES),
    deployOptions: {
      stageName,
      accessLogDestination: new LogGroupLogDestination(createLogGroup(scope, 'AccessLogs', config)),
      accessLogFormat: accessLogFormat(loggedCaller),
      metricsEnabled: true,
      tracingEnabled: true,
      ...(methodOptions === undefined ? {} : { methodOptions }),
    },
  });
  acknowledge(api, {
    'AwsSolutions-APIG2':
      'The functions read requests strictly and name every offending parameter, which request validators cannot.',
    'AwsSolutions-APIG3': "A web ACL is the operator's choice and cost.",
    'AwsSolutions-APIG6':
      "The access log and the functions' own lines hold what an operator needs; execution logs hold headers, and with them keys and tokens.",
  });
  return api;
};

/**
 * The base address of an API, without a trailing slash. The name of the stage is that of the API's own stage, but
 * spelled out, so that what the address is given to does not have to wait for the stage.
 */
export const urlOf = (api: RestApi, stageName: string): string => {
  const { region, urlSuffix } = Stack.of(api);
  return `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${stageName}`;
};
