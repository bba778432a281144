/**
 * Stands in for `@aws-sdk/credential-provider-node` in the bundles of functions. On Lambda, credentials are always in the
 * environment (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime); the rest of
 * the SDK's chain (files, SSO, instance metadata) would only be loaded.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
