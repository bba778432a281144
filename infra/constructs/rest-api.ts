import { CfnOutput, Size, Stack } from 'aws-cdk-lib';
import {
  CfnBasePathMapping,
  DomainName,
  EndpointType,
  LogGroupLogDestination,
  type MethodDeploymentOptions,
  RestApi,
  type RestApiProps,
  SecurityPolicy,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { CustomDomain, StageConfig } from '../config.ts';
import { accessLogFormat } from './access-log.ts';
import { acknowledge } from './acknowledge.ts';
import { createLogGroup } from './log-group.ts';

/** A REST API and what it is watched by. */
export interface ServiceApi {
  readonly api: RestApi;
  readonly accessLog: LogGroup;
  /** The base address, without a trailing slash. */
  readonly url: string;
}

export interface ServiceApiProps
  extends Pick<RestApiProps, 'apiKeySourceType' | 'cloudWatchRole' | 'description'> {
  /** The first segment of the API's address, which API Gateway calls a stage. */
  readonly stageName: string;
  /** Fields of the access log that say who is calling. */
  readonly loggedCaller: Readonly<Record<string, string>>;
  /** @default an address that API Gateway makes */
  readonly domain?: CustomDomain | undefined;
  /**
   * Of single methods, by path and method such as `/v1/person/{id}/GET`.
   * @default none: all are as the account's limits allow
   */
  readonly methodOptions?: Readonly<Record<string, MethodDeploymentOptions>>;
  readonly config: StageConfig;
}

/** Responses of this size or more are compressed for clients that accept it. */
const COMPRESSED_FROM_BYTES = 1024;

/**
 * The base address of an API, without a trailing slash. The name of the stage is that of the API's own stage,
 * but spelled out, so that what the address is given to does not have to wait for the stage.
 */
const urlOf = (api: RestApi, stageName: string): string => {
  const { region, urlSuffix } = Stack.of(api);
  return `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${stageName}`;
};

/**
 * Lets an API be reached by a name of the operator's, whose record in the DNS has to lead to the output's
 * value.
 */
const addDomain = (scope: Construct, api: RestApi, { name, certificateArn }: CustomDomain): void => {
  const domain = new DomainName(scope, 'Domain', {
    domainName: name,
    certificate: Certificate.fromCertificateArn(scope, 'Certificate', certificateArn),
    endpointType: EndpointType.REGIONAL,
    securityPolicy: SecurityPolicy.TLS_1_2,
  });
  new CfnBasePathMapping(scope, 'DomainMapping', {
    domainName: domain.domainName,
    restApiId: api.restApiId,
    stage: api.deploymentStage.stageName,
  });
  new CfnOutput(scope, 'DomainTarget', {
    description: `Where the record of ${name} has to lead`,
    value: domain.domainNameAliasDomainName,
  });
};

/** A regional REST API with one stage: compressed, measured, traced, with an access log. */
export const createServiceApi = (scope: Construct, { config, ...props }: ServiceApiProps): ServiceApi => {
  const { stageName, loggedCaller, domain, methodOptions, ...rest } = props;
  const accessLog = createLogGroup(scope, 'AccessLogs', config);
  const api = new RestApi(scope, 'Api', {
    ...rest,
    // CloudWatch knows an API by its name: two of the same name, of two stages in an account, would be
    // counted as one.
    restApiName: `${Stack.of(scope).stackName}-${stageName}`,
    endpointTypes: [EndpointType.REGIONAL],
    minCompressionSize: Size.bytes(COMPRESSED_FROM_BYTES),
    deployOptions: {
      stageName,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: accessLogFormat(loggedCaller),
      metricsEnabled: true,
      tracingEnabled: true,
      ...(methodOptions === undefined ? {} : { methodOptions }),
    },
  });
  acknowledge(api, {
    'AwsSolutions-APIG2':
      'The functions read requests strictly and name every offending parameter, which request validators cannot.',
    'AwsSolutions-APIG3': "A web ACL is the operator's choice and cost: webAclArn.",
    'AwsSolutions-APIG6':
      "The access log and the functions' own lines hold what an operator needs; execution logs hold headers, and with them keys and tokens.",
  });
  if (domain !== undefined) addDomain(scope, api, domain);
  if (config.webAclArn !== undefined) {
    new CfnWebACLAssociation(scope, 'WebAcl', {
      resourceArn: api.deploymentStage.stageArn,
      webAclArn: config.webAclArn,
    });
  }
  return { api, accessLog, url: domain === undefined ? urlOf(api, stageName) : `https://${domain.name}` };
};
