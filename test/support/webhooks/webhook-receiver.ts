import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { listen } from '../../../infra/local/process/listen.ts';

/** An HTTP server on 127.0.0.1 that receives deliveries. */
export interface Receiver {
  readonly port: number;
  /** Connections accepted so far. */
  connections(): number;
  stop(): Promise<void>;
}

/** A request as received. */
export interface ReceivedDelivery {
  readonly incoming: IncomingMessage;
  readonly body: string;
}

const receive = async (server: Server, connectionEvent: string): Promise<Receiver> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on(connectionEvent, (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  return {
    port,
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

/** Starts a receiver that reads each request completely before answering. */
export const startReceiver = (answer: Answer): Promise<Receiver> =>
  receive(createServer(listener(answer)), 'connection');

export const startTlsReceiver = (options: ServerOptions, answer: Answer): Promise<Receiver> =>
  receive(createHttpsServer(options, listener(answer)), 'connection');

/** Starts a raw TCP receiver. */
export const startRawReceiver = (converse: (socket: Socket) => void): Promise<Receiver> =>
  receive(createTcpServer(converse), 'connection');
