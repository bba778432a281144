import { SingleBar } from 'cli-progress';
import type { Output, Text } from '../support/output.ts';

/** Shows how far an import is. */
export interface Progress {
  /** @param rows rows that are done, rejected ones included */
  update(bytesRead: number, rows: number): void;
  /** Prints a line without tearing the bar. */
  message(text: Text): void;
  stop(): void;
}

const LINE_INTERVAL_MILLISECONDS = 2_000;
/** Parts of the whole after which a line is due even if it came quickly. */
const LINE_STEP = 0.1;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const bar = (totalBytes: number, output: Output): Progress => {
  const single = new SingleBar({
    format: '{bar} {percentage}% | {rows} rows | {duration_formatted}',
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: false,
  });
  const stop = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    single.stop();
  };
  // Ends the process as without this, but with the cursor and the line wrapping that the bar turned off.
  const interrupt = (signal: NodeJS.Signals): void => {
    stop();
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, interrupt);
  single.start(totalBytes, 0, { rows: 0 });
  return {
    update: (bytesRead, rows) => single.update(bytesRead, { rows }),
    message: (text) => {
      // To render a stopped bar would start it again, and keep the process running.
      if (!single.isActive) return output.message(text);
      process.stderr.write('\r\x1b[K');
      output.message(text);
      single.render();
    },
    stop,
  };
};

const lines = (totalBytes: number, output: Output): Progress => {
  let printedAt = Date.now();
  let printedShare = 0;
  return {
    update(bytesRead, rows) {
      const share = totalBytes === 0 ? 1 : bytesRead / totalBytes;
      const isDue = Date.now() - printedAt >= LINE_INTERVAL_MILLISECONDS || share - printedShare >= LINE_STEP;
      if (!isDue) return;
      printedAt = Date.now();
      printedShare = share;
      output.message(`${Math.floor(share * 100)}% read, ${rows} ${rows === 1 ? 'row' : 'rows'} processed`);
    },
    message: (text) => output.message(text),
    stop: () => undefined,
  };
};

/** A bar on a terminal, plain lines elsewhere: one after every tenth or every two seconds. */
export const createProgress = (totalBytes: number, output: Output): Progress =>
  process.stderr.isTTY ? bar(totalBytes, output) : lines(totalBytes, output);
