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

/** A REST API with its access log. */
export interface ServiceApi {
  readonly api: RestApi;
  readonly accessLog: LogGroup;
  /** The base address, without a trailing slash. */
  readonly url: string;
}

export interface ServiceApiProps
  extends Pick<RestApiProps, 'apiKeySourceType' | 'cloudWatchRole' | 'description'> {
  /** The API Gateway stage, which is the first segment of the path. */
  readonly stageName: string;
  /** Fields of the access log that identify the caller. */
  readonly loggedCaller: Readonly<Record<string, string>>;
  /** @default the domain that API Gateway assigns */
  readonly domain?: CustomDomain | undefined;
  /**
   * Options of single methods, by path and method, such as `/v1/person/{id}/GET`.
   * @default none: only the account's limits apply
   */
  readonly methodOptions?: Readonly<Record<string, MethodDeploymentOptions>>;
  readonly config: StageConfig;
}

/** The minimum size of compressed responses. */
const COMPRESSED_FROM_BYTES = 1024;

/**
 * The base address of an API, without a trailing slash. It does not refer to the stage resource, so resources
 * that use it do not depend on the stage.
 */
const urlOf = (api: RestApi, stageName: string): string => {
  const { region, urlSuffix } = Stack.of(api);
  return `https://${api.restApiId}.execute-api.${region}.${urlSuffix}/${stageName}`;
};

/** Serves an API at a custom domain. The operator points its DNS record to the value of the output. */
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

/** A regional REST API with one stage, compression, metrics, tracing and an access log. */
export const createServiceApi = (scope: Construct, { config, ...props }: ServiceApiProps): ServiceApi => {
  const { stageName, loggedCaller, domain, methodOptions, ...rest } = props;
  const accessLog = createLogGroup(scope, 'AccessLogs', config);
  const api = new RestApi(scope, 'Api', {
    ...rest,
    // CloudWatch identifies an API by name and would merge the metrics of two stacks in one account.
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
