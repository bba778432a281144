import { App } from 'aws-cdk-lib';
import { deployedConfig } from './config.ts';
import { ServiceStack } from './service-stack.ts';

// The CDK CLI sets the output folder; `node infra/app.ts` writes to the same one.
const app = new App({
  outdir: process.env['CDK_OUTDIR'] ?? 'cdk.out',
  builtinCloudFormationValidation: process.env['SKIP_VALIDATION'] !== 'true',
});
const config = deployedConfig((name) => app.node.tryGetContext(name));
new ServiceStack(app, `SalesData-${config.stage}`, { config });
app.synth();
