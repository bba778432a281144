import { startReceiver } from '../../support/webhooks/webhook-receiver.ts';

/** A webhook receiver that counts the deliveries that it accepts. */
export interface CountingReceiver {
  readonly url: string;
  /** The number of accepted deliveries of each change, by `id sequence`. */
  readonly taken: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

/**
 * @param failsAt decides whether an attempt at an event fails
 * @param failsAt.attempt counted from 1
 */
export const startCountingReceiver = async (
  failsAt: (attempt: number) => boolean,
): Promise<CountingReceiver> => {
  const attempts = new Map<string, number>();
  const taken = new Map<string, number>();
  const receiver = await startReceiver(({ body }, response) => {
    const { sequence, data } = JSON.parse(body);
    const change = `${data.id} ${sequence}`;
    const attempt = (attempts.get(change) ?? 0) + 1;
    attempts.set(change, attempt);
    if (failsAt(attempt)) {
      response.writeHead(503).end();
      return;
    }
    taken.set(change, (taken.get(change) ?? 0) + 1);
    response.writeHead(204).end();
  });
  return { url: `http://127.0.0.1:${receiver.port}/`, taken, stop: () => receiver.stop() };
};
