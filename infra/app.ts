import { App } from 'aws-cdk-lib';
import { stageConfig } from './config.ts';
import { ServiceStack } from './service-stack.ts';

// The CDK command line says where the assembly goes; without it (`node infra/app.ts`), to the same place.
const app = new App({ outdir: process.env['CDK_OUTDIR'] ?? 'cdk.out' });
const config = stageConfig(app.node.tryGetContext('stage'));
new ServiceStack(app, `SalesData-${config.stage}`, { config });
app.synth();
