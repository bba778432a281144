import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';

/** A server on 127.0.0.1 that deliveries are sent to. */
export interface Receiver {
  readonly port: number;
  /** Connections accepted so far. */
  connections(): number;
  stop(): Promise<void>;
}

/** A request as it arrived. */
export interface ReceivedDelivery {
  readonly incoming: IncomingMessage;
  readonly body: string;
}

const listen = async (server: Server, connectionEvent: string): Promise<Receiver> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on(connectionEvent, (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const readDelivery = async (incoming: IncomingMessage): Promise<ReceivedDelivery> => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return { incoming, body: Buffer.concat(chunks).toString('utf8') };
};

type Answer = (delivery: ReceivedDelivery, response: ServerResponse) => void;

const listener =
  (answer: Answer): RequestListener =>
  (incoming, response) => {
    readDelivery(incoming).then(
      (delivery) => answer(delivery, response),
      () => response.destroy(),
    );
  };

/** Reads each request to its end before it answers. */
export const startReceiver = (answer: Answer): Promise<Receiver> =>
  listen(createServer(listener(answer)), 'connection');

export const startTlsReceiver = (options: ServerOptions, answer: Answer): Promise<Receiver> =>
  listen(createHttpsServer(options, listener(answer)), 'connection');

/** Speaks whatever `converse` makes of a connection. */
export const startRawReceiver = (converse: (socket: Socket) => void): Promise<Receiver> =>
  listen(createTcpServer(converse), 'connection');
