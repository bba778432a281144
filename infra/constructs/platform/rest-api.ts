import { CfnOutput, Size, Stack } from 'aws-cdk-lib';
import {
  AccessLogField,
  AccessLogFormat,
  AuthorizationType,
  AwsIntegration,
  CfnBasePathMapping,
  type CfnRestApi,
  CfnStage,
  Deployment,
  DomainName,
  EndpointAccessMode,
  EndpointType,
  type IResource,
  LogGroupLogDestination,
  type MethodOptions,
  Resource,
  RestApi,
  type RestApiProps,
  SecurityPolicy,
  Stage,
  type StageOptions,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { PUBLIC_URL_VARIABLE } from '../../../shared/runtime/environment.ts';
import type { CustomDomain, StageConfig, Throttle } from '../../config.ts';
import { acknowledge, acknowledgePublic } from './acknowledge.ts';
import { addProblemResponses, exactApi, type GatewayProblems, problemTemplate } from './gateway-responses.ts';
import { addMethodNotAllowed, addStaticProblem, NOTHING_TO_AUTHORIZE } from './method-not-allowed.ts';
import { StackPart } from './stack-part.ts';

export interface ServiceApiProps
  extends Pick<RestApiProps, 'apiKeySourceType' | 'binaryMediaTypes' | 'cloudWatchRole' | 'description'> {
  /** The API Gateway stage, which is the first segment of the path. */
  readonly stageName: string;
  /** Limits of each method that declares none. */
  readonly throttle: Throttle;
  /** Further fields of the access log: who calls, and what the authorizer says of the request. */
  readonly loggedCaller: Readonly<Record<string, string>>;
  /** Creates the log group of the access log. */
  readonly accessLog: (scope: Construct) => LogGroup;
  /** @default the domain that API Gateway assigns */
  readonly domain?: CustomDomain | undefined;
  /** Where clients reach it. @default the domain */
  readonly publicUrl?: string | undefined;
  /** What API Gateway itself answers. */
  readonly problems: (url: string) => GatewayProblems;
  /** Whether its paths, methods and functions are a nested stack. @default false */
  readonly isNested?: boolean;
  readonly config: StageConfig;
}

/** How to serve a path. */
interface PathOptions extends MethodOptions {
  /**
   * Limits of each of its methods but `HEAD`, for all callers together. Few paths should have their own: API
   * Gateway refuses an update of very many settings.
   * @default those of the API
   */
  readonly throttle?: Throttle;
  /** Why a path without an authorizer is public. */
  readonly publicReason?: string;
}

/** The minimum size of compressed responses. */
const COMPRESSED_FROM_BYTES = 1024;

/**
 * TLS 1.2 or later at the address that API Gateway assigns, which by default accepts TLS 1.0. Such a policy
 * requires an access mode; the strict one would also refuse proxies whose TLS server name is not the host:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-security-policies.html
 */
const ASSIGNED_ADDRESS = {
  securityPolicy: SecurityPolicy.TLS13_1_2_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.BASIC,
};

/**
 * The access log: one JSON line per request, with caller, status and latencies but no API keys or tokens.
 *
 * @param caller further fields, by name
 */
const accessLogFormat = (caller: Readonly<Record<string, string>>): AccessLogFormat =>
  AccessLogFormat.custom(
    JSON.stringify({
      requestId: AccessLogField.contextRequestId(),
      time: AccessLogField.contextRequestTimeEpoch(),
      method: AccessLogField.contextHttpMethod(),
      route: AccessLogField.contextResourcePath(),
      status: AccessLogField.contextStatus(),
      milliseconds: AccessLogField.contextResponseLatency(),
      integrationMilliseconds: AccessLogField.contextIntegrationLatency(),
      authorizerMilliseconds: '$context.authorizer.latency',
      bytes: AccessLogField.contextResponseLength(),
      sourceIp: AccessLogField.contextIdentitySourceIp(),
      ...caller,
      error: AccessLogField.contextErrorResponseType(),
    }),
  );

/**
 * The role with which an API invokes its functions. A permission of each function would be a resource each,
 * and a stack has at most 500.
 */
class InvokingRole extends Role {
  readonly #invoke: PolicyStatement;
  readonly #arns = new Set<string>();

  constructor(scope: Construct, id: string) {
    const invoke = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });
    super(scope, id, {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { InvokeFunctions: new PolicyDocument({ statements: [invoke] }) },
    });
    this.#invoke = invoke;
  }

  /** A proxy integration that invokes a function. */
  integrate({ functionArn }: LambdaFunction): AwsIntegration {
    if (!this.#arns.has(functionArn)) this.#invoke.addResources(functionArn);
    this.#arns.add(functionArn);
    return new AwsIntegration({
      service: 'lambda',
      path: `2015-03-31/functions/${functionArn}/invocations`,
      proxy: true,
      options: { credentialsRole: this },
    });
  }
}

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

/** @throws Error for an address to which paths cannot be appended */
const requirePublicUrl = (url: string): void => {
  if (/^https:\/\/[^\s/?#@]+(?:\/[^\s/?#]+)*$/.test(url)) return;
  throw new Error(
    `publicUrls: "${url}" must be an https address without a slash at the end, such as ` +
      'https://sales.example.com.',
  );
};

/** A REST API whose paths and deployment are in another stack than itself and its stage. */
class RestApiOfParts extends RestApi {
  #deployment: Deployment | undefined;

  /** What CDK makes follow each path, method and gateway response. */
  override get latestDeployment(): Deployment | undefined {
    return this.#deployment;
  }

  deployFrom(part: Construct, options: StageOptions & { readonly stageName: string }): void {
    const deployment = new Deployment(part, 'Deployment', { api: exactApi(this) });
    this.#deployment = deployment;
    // Named as CDK names the stage of an API in one stack.
    this.deploymentStage = new Stage(this, `DeploymentStage.${options.stageName}`, {
      ...options,
      deployment,
    });
  }
}

/** A regional REST API with one stage, compression, metrics, tracing and an access log. */
export class ServiceApi extends Construct {
  readonly api: RestApi;
  readonly accessLog: LogGroup;
  /** Where its functions are created: a nested stack, or itself. */
  protected readonly part: Construct;
  /**
   * The base address, without a trailing slash. It does not refer to the stage resource, so resources that
   * use it do not depend on the stage.
   */
  readonly url: string;
  /** The origin of the web pages that it serves. */
  readonly origin: string;
  private readonly publicUrl: string | undefined;
  private readonly invokingRole: InvokingRole;
  /** Where its paths and gateway responses are created. */
  private readonly paths: Construct;

  constructor(scope: Construct, id: string, { config, ...props }: ServiceApiProps) {
    super(scope, id);
    const { stageName, loggedCaller, domain, publicUrl, throttle, accessLog, problems, isNested, ...rest } =
      props;
    const { stackName, region, urlSuffix } = Stack.of(this);
    this.accessLog = accessLog(this);
    const deployOptions = {
      stageName,
      accessLogDestination: new LogGroupLogDestination(this.accessLog),
      accessLogFormat: accessLogFormat(loggedCaller),
      // These are metrics of each method, which cost extra. Those of the stage are always on.
      metricsEnabled: false,
      tracingEnabled: true,
      throttlingRateLimit: throttle.rate,
      throttlingBurstLimit: throttle.burst,
    };
    const apiProps: RestApiProps = {
      ...rest,
      // CloudWatch identifies an API by name and would merge the metrics of two stacks in one account.
      restApiName: `${stackName}-${stageName}`,
      endpointTypes: [EndpointType.REGIONAL],
      minCompressionSize: Size.bytes(COMPRESSED_FROM_BYTES),
    };
    if (isNested === true) {
      const api = new RestApiOfParts(this, 'Api', { ...apiProps, deploy: false });
      this.part = new StackPart(this, 'Routes');
      api.deployFrom(this.part, deployOptions);
      this.api = api;
      this.paths = this.part;
    } else {
      this.api = new RestApi(this, 'Api', { ...apiProps, deployOptions });
      this.part = this;
      this.paths = this.api;
    }
    this.invokingRole = new InvokingRole(this.part, 'InvokingRole');
    // `RestApi` has no properties for them: https://github.com/aws/aws-cdk/issues/36663
    Object.assign(this.api.node.defaultChild as CfnRestApi, ASSIGNED_ADDRESS);
    acknowledge(this.api, {
      'AwsSolutions-APIG2':
        'The functions read requests strictly and name every offending parameter, which request ' +
        'validators cannot.',
      'AwsSolutions-APIG3': "A web ACL for it is the operator's choice and cost: `firewall`.",
      'AwsSolutions-APIG6':
        "The access log and the functions' own lines hold what an operator needs; " +
        'execution logs hold headers, and with them keys and tokens.',
    });
    const assigned = `${this.api.restApiId}.execute-api.${region}.${urlSuffix}`;
    const ownOrigin = `https://${domain?.name ?? assigned}`;
    if (publicUrl !== undefined) requirePublicUrl(publicUrl);
    this.publicUrl = publicUrl;
    this.origin = publicUrl === undefined ? ownOrigin : new URL(publicUrl).origin;
    this.url = publicUrl ?? (domain === undefined ? `${ownOrigin}/${stageName}` : ownOrigin);
    if (domain !== undefined) addDomain(this, this.api, domain);
    addProblemResponses(this.paths, this.api, problems(this.url));
  }

  private resourceFor(path: string): IResource {
    const { root } = this.api;
    const [first = '', ...rest] = path.slice(1).split('/');
    const top = root.getResource(first) ?? new Resource(this.paths, first, { parent: root, pathPart: first });
    return top.resourceForPath(rest.join('/'));
  }

  private addMethods(
    path: string,
    handlers: Readonly<Record<string, LambdaFunction>>,
    { throttle, publicReason, ...options }: PathOptions,
  ): void {
    const resource = this.resourceFor(path);
    for (const [method, handler] of Object.entries(handlers)) {
      if (this.publicUrl !== undefined) handler.addEnvironment(PUBLIC_URL_VARIABLE, this.publicUrl);
      const added = resource.addMethod(method, this.invokingRole.integrate(handler), options);
      if (publicReason !== undefined) acknowledgePublic(added, publicReason);
      if (throttle !== undefined && method !== 'HEAD') this.throttle(method, path, throttle);
    }
  }

  /**
   * Serves a path: each method with its function, every other one with a 405.
   *
   * @param handlers functions by method
   */
  protected addPath(
    path: string,
    handlers: Readonly<Record<string, LambdaFunction>>,
    options: PathOptions,
  ): void {
    this.addMethods(path, handlers, options);
    addMethodNotAllowed(this.resourceFor(path), Object.keys(handlers).join(', '));
  }

  /**
   * Answers all other paths with the 404 of the API, after an authorizer: without a resource that matches,
   * API Gateway invokes none, so nobody would know whose request it was.
   */
  protected addUnknownPath(path: string, detail: string, options: MethodOptions): void {
    const template = problemTemplate({ problem: 'not-found', detail });
    addStaticProblem(this.resourceFor(path), { status: '404', template }, options);
  }

  /**
   * Serves all paths below one. Its functions tell these apart, and answer 404 and 405 themselves.
   *
   * @param handlers functions by method
   * @param refuse answers all other methods, which need no authorization, as those of `addPath` do not
   */
  protected addPathsBelow(
    path: string,
    handlers: Readonly<Record<string, LambdaFunction>>,
    refuse: LambdaFunction,
    options: PathOptions,
  ): void {
    this.addMethods(`${path}/{proxy+}`, handlers, options);
    this.addMethods(
      `${path}/{proxy+}`,
      { ANY: refuse },
      { authorizationType: AuthorizationType.NONE, publicReason: NOTHING_TO_AUTHORIZE },
    );
  }

  /**
   * Limits a method. Its settings replace those of the stage, and each method has its own bucket, also for
   * the settings of the stage:
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-request-throttling.html
   */
  protected throttle(httpMethod: string, path: string, { rate, burst }: Throttle): void {
    const stage = this.api.deploymentStage.node.defaultChild;
    if (!(stage instanceof CfnStage) || !Array.isArray(stage.methodSettings)) {
      throw new Error('The stage has no method settings.');
    }
    stage.methodSettings = [
      ...stage.methodSettings,
      {
        httpMethod,
        resourcePath: `/${path.replaceAll('/', '~1')}`,
        throttlingRateLimit: rate,
        throttlingBurstLimit: burst,
      },
    ];
  }
}
