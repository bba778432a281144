import { CLIENT_REGISTRATION_VARIABLE } from '../../../shared/runtime/environment.ts';
import type { StageConfig } from '../../config.ts';

/** The setting that allows clients to register. */
export const registrationEnvironment = ({ registersClients }: StageConfig) => ({
  ...(registersClients && { [CLIENT_REGISTRATION_VARIABLE]: '1' }),
});
