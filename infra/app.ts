import { startBundling } from './constructs/platform/bundling.ts';

// The CDK CLI sets the output folder; `node infra/app.ts` writes to the same one.
const outdir = process.env['CDK_OUTDIR'] ?? 'cdk.out';
const context: Readonly<Record<string, unknown>> = JSON.parse(process.env['CDK_CONTEXT_JSON'] ?? '{}');
const bundling = await startBundling(outdir, context['source-maps'] !== false);
// Loading CDK takes a second, in which esbuild works.
const [{ App }, { deployedConfig }, { ServiceStack }, { useBundlesOf }] = await Promise.all([
  import('aws-cdk-lib'),
  import('./config.ts'),
  import('./service-stack.ts'),
  import('./constructs/platform/function-bundle.ts'),
]);
await bundling.done;
useBundlesOf(outdir);

const app = new App({
  outdir,
  builtinCloudFormationValidation: process.env['SKIP_VALIDATION'] !== 'true',
});
const config = deployedConfig((name) => app.node.tryGetContext(name));
new ServiceStack(app, `SalesData-${config.stage}`, { config });
app.synth();
