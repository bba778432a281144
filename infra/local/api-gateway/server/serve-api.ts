import { closeServer } from '../../process/close-server.ts';
import type { DataDirectory } from '../../process/data-directory.ts';
import { LOOPBACK, listen } from '../../process/listen.ts';
import type { Started } from '../../process/started.ts';
import { createRequestHandler, type RequestHandlerDependencies } from '../request/request-handler.ts';
import { openAccessLog } from './access-log.ts';
import { createGatewayServer } from './http-server.ts';

export interface ServeApiOptions extends Omit<RequestHandlerDependencies, 'url'> {
  readonly data: DataDirectory;
  /** File name of the access log. */
  readonly logName: string;
  /** 0 selects a free one. */
  readonly port: number;
  /** Name of the port's setting, for error messages. */
  readonly portSetting: string;
  /** Where clients reach it through a proxy, without a trailing slash. @default its own address */
  readonly publicUrl?: string | undefined;
}

/** Serves one API until it is stopped. Returns where clients reach it, without a trailing slash. */
export const serveApi = async (options: ServeApiOptions, started: Started): Promise<string> => {
  const { api } = options;
  const accessLog = openAccessLog(
    options.data.path('logs', options.logName),
    api.accessLogFormat,
    options.onError,
  );
  started.add(() => accessLog.close());
  // The port is known before the first request.
  let url = new URL(options.publicUrl ?? `http://${LOOPBACK}`);
  const handle = createRequestHandler({ ...options, url: () => url });
  const server = createGatewayServer(api, handle, accessLog, options.onError);
  const port = await listen(server, options.port, options.portSetting);
  started.add(() => closeServer(server));
  const address = options.publicUrl ?? `http://${LOOPBACK}:${port}`;
  url = new URL(address);
  return address;
};
