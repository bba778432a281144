import { closeServer } from '../process/close-server.ts';
import type { DataDirectory } from '../process/data-directory.ts';
import { LOOPBACK, listen } from '../process/listen.ts';
import type { Started } from '../process/started.ts';
import { openAccessLog } from './access-log.ts';
import type { ApiDefinition } from './api-definition.ts';
import { createGatewayServer } from './http-server.ts';
import { createRequestHandler, type RequestHandlerDependencies } from './request-handler.ts';

export interface ServeApiOptions extends Omit<RequestHandlerDependencies, 'domainName'> {
  readonly data: DataDirectory;
  /** Of the access log, in the folder of logs. */
  readonly logName: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** What to call the port in an error message. */
  readonly portSetting: string;
}

/** Serves one API until it is stopped. Returns its base address, without a trailing slash. */
export const serveApi = async (options: ServeApiOptions, started: Started): Promise<string> => {
  const api: ApiDefinition = options.api;
  const accessLog = openAccessLog(options.data.path('logs', options.logName), api.accessLogFormat);
  started.add(() => accessLog.close());
  let domainName = LOOPBACK;
  const handle = createRequestHandler({ ...options, domainName: () => domainName });
  const server = createGatewayServer(api, handle, accessLog, options.onError);
  domainName = `${LOOPBACK}:${await listen(server, options.port, options.portSetting)}`;
  started.add(() => closeServer(server));
  return `http://${domainName}`;
};
