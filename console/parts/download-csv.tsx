import { useEffect, useRef, useState } from 'preact/hooks';
import type { Page } from '../api/admin-api.ts';
import { useConsole } from '../console-context.ts';
import { csvOf } from './csv.ts';

/** What a browser and a spreadsheet handle without delay. */
const MAX_ROWS = 10_000;

interface DownloadCsvProps<T> {
  /** The start of the file's name, which the date follows. */
  readonly name: string;
  /** Reads a page of what the table shows, with its filters. */
  readonly read: (cursor?: string) => Promise<Page<T>>;
  /** The file. @default one column per field of the items */
  readonly toCsv?: (items: readonly T[]) => string;
}

const save = (name: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Saves all pages of a table as a CSV file, and shows the progress. */
export const DownloadCsv = <T extends object>({ name, read, toCsv = csvOf }: DownloadCsvProps<T>) => {
  const { announce } = useConsole();
  const button = useRef<HTMLButtonElement>(null);
  const [count, setCount] = useState<number>();
  const run = useRef<object>(null);
  const stop = (): void => {
    run.current = null;
    setCount(undefined);
  };
  useEffect(() => stop, []);
  const start = async (): Promise<void> => {
    const own = {};
    run.current = own;
    const items: T[] = [];
    let cursor: string | undefined;
    try {
      do {
        setCount(items.length);
        const page = await read(cursor);
        if (run.current !== own) return;
        items.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined && items.length < MAX_ROWS);
      save(name, toCsv(items.slice(0, MAX_ROWS)));
      const rows = `${Math.min(items.length, MAX_ROWS).toLocaleString('en')} rows`;
      announce(
        cursor === undefined && items.length <= MAX_ROWS
          ? `Saved ${rows}.`
          : `Saved the first ${rows}. Narrow the filters to get the others.`,
      );
    } catch (error) {
      if (run.current !== own) return;
      announce(`Nothing was saved: ${error instanceof Error ? error.message : String(error)}`);
    }
    stop();
  };
  const cancel = (): void => {
    button.current?.focus();
    stop();
  };
  const isRunning = count !== undefined;
  return (
    <span class="actions">
      {/* Stays, as it may have the focus. */}
      <button
        ref={button}
        type="button"
        aria-disabled={isRunning}
        onClick={() => (isRunning ? undefined : void start())}
      >
        Download CSV
      </button>
      {isRunning && (
        <>
          <span role="status" class="muted">
            {count.toLocaleString('en')} rows …
          </span>
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        </>
      )}
    </span>
  );
};
