/** The end of a channel between threads. */
interface Port<T> {
  postMessage(messages: readonly T[]): void;
}

/**
 * Posts the messages of one turn of the event loop together: posted one by one, each can wake the other
 * thread.
 */
export const postTogether = <T>(port: Port<T>): ((message: T) => void) => {
  const outbox: T[] = [];
  return (message) => {
    if (outbox.push(message) === 1) setImmediate(() => port.postMessage(outbox.splice(0)));
  };
};
