import { useEffect, useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { Loading } from '../parts/loading.tsx';
import { formatCount } from '../parts/numbers.ts';
import { ProblemMessage } from '../parts/problem-message.tsx';
import { useLifetime } from '../parts/use-lifetime.ts';
import { readSources } from '../views/records/lists/guess.ts';
import { type Found, findViews, type Results, type SearchScope, searchAll } from './search.ts';

const AFTER_TYPING_MILLISECONDS = 150;

interface SearchDialogProps {
  readonly scope: Omit<SearchScope, 'sources'>;
  readonly onClose: () => void;
}

interface Searched extends Results {
  /** What was searched for. */
  readonly text: string;
}

const NONE: Searched = { text: '', found: [] };

const statusOf = (text: string, results: Searched): string => {
  if (text === '') return 'Type a name, an email, a phone number, a domain or an id.';
  if (results.text !== text) return 'Searching …';
  if (results.error !== undefined) return 'The search is incomplete.';
  if (results.found.length === 0) return 'No results. Try another name, email, phone number, domain or id.';
  return formatCount(results.found.length, 'result');
};

/** One box for views, actions, records, keys and endpoints. The arrow keys choose, Enter opens. */
export const SearchDialog = ({ scope, onClose }: SearchDialogProps) => {
  const [typed, setTyped] = useState('');
  const [results, setResults] = useState(NONE);
  const [attempts, setAttempts] = useState(0);
  const [chosen, setChosen] = useState(0);
  const text = typed.trim();
  const lifetime = useLifetime();
  const sources = useRef<Promise<readonly string[]>>(undefined);
  const readSourcesOnce = (): Promise<readonly string[]> => {
    sources.current ??= readSources(scope.api, lifetime);
    return sources.current;
  };
  useEffect(() => {
    setChosen(0);
    if (text === '') return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const search = async (): Promise<void> => {
      const found = await searchAll(text, { ...scope, sources: readSourcesOnce }, signal);
      if (!signal.aborted) setResults({ text, ...found });
    };
    const timer = setTimeout(() => void search(), AFTER_TYPING_MILLISECONDS);
    return () => {
      leaving.abort();
      clearTimeout(timer);
    };
  }, [text, attempts]);
  // Views and actions are there at once.
  const found = results.text === text ? results.found : findViews(text, scope);
  const shown = text === '' ? [] : found;
  const retry = (): void => {
    setResults(NONE);
    setAttempts(attempts + 1);
  };
  const open = (each: Found | undefined): void => {
    if (each === undefined) return;
    onClose();
    location.hash = each.href;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) {
      event.preventDefault();
      setChosen((before) => (before + step + shown.length) % shown.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(shown[chosen]);
    }
  };
  return (
    <Dialog title="Search" onClose={onClose}>
      <input
        type="text"
        role="combobox"
        aria-label="Search everything"
        aria-expanded={shown.length > 0}
        aria-controls="search-results"
        aria-autocomplete="list"
        aria-activedescendant={shown[chosen] === undefined ? undefined : `search-result-${chosen}`}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <p role="status" class="hint">
        {statusOf(text, results)}
      </p>
      {text !== '' && results.text !== text && (
        <Loading key={text} isQuiet onRetry={retry}>
          Searching …
        </Loading>
      )}
      {text !== '' && results.text === text && results.error !== undefined && (
        <ProblemMessage error={results.error} onRetry={retry} />
      )}
      <div id="search-results" role="listbox" aria-label="Results" class="search-results">
        {shown.map((each, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the box above handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the box above keeps the focus
          <div
            key={each.href}
            id={`search-result-${index}`}
            role="option"
            aria-selected={index === chosen}
            class="search-result"
            ref={(element) => {
              if (index === chosen) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={() => open(each)}
          >
            <span class="search-text">
              {each.text}
              {each.details && <span class="block muted">{each.details}</span>}
            </span>
            <span class="muted">{each.kind}</span>
          </div>
        ))}
      </div>
    </Dialog>
  );
};
