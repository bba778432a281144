import { useEffect, useRef, useState } from 'preact/hooks';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  /** What the address says. */
  readonly value: string;
  readonly onSearch: (text: string) => void;
}

/** The most that the service accepts. */
const MAX_LENGTH = 100;

const AFTER_TYPING_MILLISECONDS = 250;

/** A field whose list follows as the user types. */
export const SearchField = ({ label, placeholder, value, onSearch }: SearchFieldProps) => {
  const [text, setText] = useState(value);
  const timer = useRef<number>(undefined);
  const sent = useRef(value);
  useEffect(() => {
    // Back, or a link that clears the search.
    if (value !== sent.current) setText(value);
    sent.current = value;
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = (typed: string): void => {
    clearTimeout(timer.current);
    sent.current = typed.trim();
    onSearch(typed.trim());
  };
  const type = (typed: string): void => {
    setText(typed);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => send(typed), AFTER_TYPING_MILLISECONDS);
  };
  return (
    <search class="search-field">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send(text);
        }}
      >
        <input
          type="search"
          aria-label={label}
          placeholder={placeholder ?? label}
          autocomplete="off"
          maxLength={MAX_LENGTH}
          autocapitalize="none"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => type(currentTarget.value)}
        />
      </form>
    </search>
  );
};
