import { App, CfnResource } from 'aws-cdk-lib';
import { MockIntegration } from 'aws-cdk-lib/aws-apigateway';
import { type StageConfig, stageConfig } from '../../infra/config.ts';
import { SalesApi } from '../../infra/constructs/apis/sales-api.ts';
import { startBundling } from '../../infra/constructs/platform/bundling.ts';
import { useBundlesOf } from '../../infra/constructs/platform/function-bundle.ts';
import { ServiceStack } from '../../infra/service-stack.ts';
import {
  CHANGE_CONTEXT,
  CHANGED_RATE,
  EXTRA_PATH,
  REHEARSAL_STAGE,
  REMOVED_TYPES,
  STACK_NAME,
} from './rehearsal.ts';

const withChangedPlan = (config: StageConfig): StageConfig => ({
  ...config,
  usagePlans: {
    ...config.usagePlans,
    standard: { ...config.usagePlans.standard, rate: CHANGED_RATE },
  },
});

const addExtraPath = (stack: ServiceStack): void => {
  const api = stack.node.findChild('SalesApi');
  if (!(api instanceof SalesApi)) throw new Error('The stack has no data API.');
  api.api.root.resourceForPath(EXTRA_PATH).addMethod(
    'GET',
    new MockIntegration({
      requestTemplates: { 'application/json': '{"statusCode": 200}' },
      integrationResponses: [{ statusCode: '200' }],
    }),
    { methodResponses: [{ statusCode: '200' }] },
  );
};

const removeUnknownTypes = (stack: ServiceStack): void => {
  const resources = stack.node.findAll().filter((construct) => CfnResource.isCfnResource(construct));
  for (const removed of resources.filter((resource) => REMOVED_TYPES.includes(resource.cfnResourceType))) {
    const dependents = resources.filter((resource) => resource.obtainDependencies().includes(removed));
    for (const dependent of dependents) dependent.removeResourceDependency(removed);
    removed.node.scope?.node.tryRemoveChild(removed.node.id);
  }
};

const outdir = process.env['CDK_OUTDIR'] ?? 'cdk.out';
await (await startBundling(outdir, true)).done;
useBundlesOf(outdir);
const app = new App({ outdir });
const isChanged = app.node.tryGetContext(CHANGE_CONTEXT) !== undefined;
// The emulator has no AWS WAF.
const { firewall: _, ...config } = stageConfig(REHEARSAL_STAGE);
const stack = new ServiceStack(app, STACK_NAME, { config: isChanged ? withChangedPlan(config) : config });
if (isChanged) addExtraPath(stack);
removeUnknownTypes(stack);
app.synth();
