/**
 * Replaces `@aws-sdk/credential-provider-node` in the bundles of functions. Lambda always sets credentials in
 * the environment
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime), so
 * the rest of the SDK's chain (files, SSO, instance metadata) is dead weight.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
