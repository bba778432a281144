import { closeServer } from '../../process/close-server.ts';
import type { DataDirectory } from '../../process/data-directory.ts';
import { LOOPBACK, listen } from '../../process/listen.ts';
import type { Started } from '../../process/started.ts';
import { createRequestHandler, type RequestHandlerDependencies } from '../request/request-handler.ts';
import { openAccessLog } from './access-log.ts';
import { createGatewayServer } from './http-server.ts';

export interface ServeApiOptions extends Omit<RequestHandlerDependencies, 'domainName'> {
  readonly data: DataDirectory;
  /** File name of the access log. */
  readonly logName: string;
  /** 0 selects a free one. */
  readonly port: number;
  /** Name of the port's setting, for error messages. */
  readonly portSetting: string;
}

/** Serves one API until it is stopped. Returns its base address, without a trailing slash. */
export const serveApi = async (options: ServeApiOptions, started: Started): Promise<string> => {
  const { api } = options;
  const accessLog = openAccessLog(
    options.data.path('logs', options.logName),
    api.accessLogFormat,
    options.onError,
  );
  started.add(() => accessLog.close());
  let domainName = LOOPBACK;
  const handle = createRequestHandler({ ...options, domainName: () => domainName });
  const server = createGatewayServer(api, handle, accessLog, options.onError);
  domainName = `${LOOPBACK}:${await listen(server, options.port, options.portSetting)}`;
  started.add(() => closeServer(server));
  return `http://${domainName}`;
};
