import {
  CLIENT_REGISTRATION_VARIABLE,
  CONSOLE_URL_VARIABLE,
  DATA_API_URL_VARIABLE,
  requiredVariable,
} from '../../../shared/runtime/environment.ts';
import { CONTROL_PLANE_ATTEMPTS } from '../../runtime/control-plane-attempts.ts';
import { createGatewayKeysFromEnv } from '../../runtime/gateway-keys.ts';
import { createTableFromEnv } from '../../runtime/table.ts';
import { serveOAuth } from './handler.ts';

export const handler = serveOAuth({
  table: { ...createTableFromEnv(), gatewayKeys: createGatewayKeysFromEnv(CONTROL_PLANE_ATTEMPTS) },
  now: () => new Date(),
  dataApiUrl: requiredVariable(DATA_API_URL_VARIABLE),
  consoleUrl: requiredVariable(CONSOLE_URL_VARIABLE),
  allowsRegistration: process.env[CLIENT_REGISTRATION_VARIABLE] === '1',
});
