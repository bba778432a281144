import { requiredVariable } from './environment.ts';

/** The credentials of the function's role. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Reads the credentials that Lambda sets. Throws an error naming a missing variable. */
export const readCredentials = (environment: NodeJS.ProcessEnv): Credentials => {
  const sessionToken = environment['AWS_SESSION_TOKEN'];
  return {
    accessKeyId: requiredVariable('AWS_ACCESS_KEY_ID', environment),
    secretAccessKey: requiredVariable('AWS_SECRET_ACCESS_KEY', environment),
    ...(sessionToken ? { sessionToken } : {}),
  };
};
