import { useEffect, useRef, useState } from 'preact/hooks';
import { useConsole } from '../console-context.ts';
import { csvOf } from './csv.ts';
import { Loading } from './loading.tsx';
import { formatCount } from './numbers.ts';
import { ProblemMessage } from './problem-message.tsx';
import type { ReadPage } from './use-pages.ts';
import { useSubmit } from './use-submit.ts';

/** What a browser and a spreadsheet handle without delay. */
const MAX_ROWS = 10_000;

interface DownloadCsvProps<T> {
  /** The start of the file's name, which the date follows. */
  readonly name: string;
  /** For screen readers, if the page has other downloads: what it saves, such as `attempts`. */
  readonly of?: string;
  /** Reads a page of what the table shows, with its filters. */
  readonly read: ReadPage<T>;
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

/** What is read of a file, from which a retry continues. */
interface Progress<T> extends Pick<DownloadCsvProps<T>, 'read'> {
  readonly items: T[];
  cursor: string | undefined;
}

/** Saves all pages of a table as a CSV file, and shows the progress. */
export const DownloadCsv = <T extends object>({ name, of, read, toCsv = csvOf }: DownloadCsvProps<T>) => {
  const { announce } = useConsole();
  const button = useRef<HTMLButtonElement>(null);
  const [count, setCount] = useState(0);
  const progress = useRef<Progress<T>>(null);
  const submission = useSubmit(async (signal) => {
    progress.current ??= { read, items: [], cursor: undefined };
    const own = progress.current;
    const { items } = own;
    do {
      setCount(items.length);
      const page = await own.read(own.cursor, signal);
      items.push(...page.items);
      own.cursor = page.nextCursor;
    } while (own.cursor !== undefined && items.length < MAX_ROWS);
    save(name, toCsv(items.slice(0, MAX_ROWS)));
    const rows = formatCount(Math.min(items.length, MAX_ROWS), 'row');
    announce(
      own.cursor === undefined && items.length <= MAX_ROWS
        ? `Saved ${rows}.`
        : `Saved the first ${rows}. Narrow the filters to get the others.`,
    );
  });
  const { isBusy, error, submit, retry } = submission;
  useEffect(() => submission.cancel, []);
  const start = (): void => {
    if (!isBusy) progress.current = null;
    submit();
  };
  const cancel = (): void => {
    button.current?.focus();
    submission.cancel();
  };
  return (
    <div class="download">
      <span class="actions">
        {/* Stays, as it may have the focus. */}
        <button ref={button} type="button" aria-disabled={isBusy} onClick={start}>
          Download CSV{of !== undefined && <span class="visually-hidden"> of {of}</span>}
        </button>
        {isBusy && (
          <>
            <span role="status" class="muted">
              {formatCount(count, 'row')} …
            </span>
            <button type="button" onClick={cancel}>
              Cancel
            </button>
          </>
        )}
      </span>
      {isBusy && (
        <Loading key={count} isQuiet onRetry={retry}>
          Downloading …
        </Loading>
      )}
      {error !== undefined && <ProblemMessage error={error} onRetry={retry} />}
    </div>
  );
};

interface DownloadRowsProps<T> extends Omit<DownloadCsvProps<T>, 'read'> {
  readonly rows: readonly T[];
}

/** Saves a table that is loaded whole. */
export const DownloadRows = <T extends object>({ rows, ...props }: DownloadRowsProps<T>) => (
  <DownloadCsv {...props} read={async () => ({ items: rows })} />
);
