import { useState } from 'preact/hooks';
import { JsonText } from './json-text.tsx';

export interface SecretValueProps {
  readonly label: string;
  /** For the copy button, such as "key". */
  readonly what: string;
  readonly value: string;
  /** The text to read, if it differs from the copied one. */
  readonly shown?: string | undefined;
  readonly onCopied?: (() => void) | undefined;
  /** The style of the text. */
  readonly class?: 'secret-value' | 'text-block';
}

const SHOWN_MILLISECONDS = 2_000;

/** A text to copy, such as a key, a command or JSON. Copying it manually counts too. */
export const SecretValue = (props: SecretValueProps) => {
  const { label, what, value, shown = value, onCopied, class: style = 'secret-value' } = props;
  const [result, setResult] = useState<'copied' | 'refused'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setResult('copied');
      onCopied?.();
    } catch {
      setResult('refused');
    }
    setTimeout(() => setResult(undefined), SHOWN_MILLISECONDS);
  };
  return (
    <div class="secret">
      <div class="secret-header">
        <span class="secret-label">{label}</span>
        <span class="copy">
          <span role="status" class={result === 'refused' ? 'hint' : 'visually-hidden'}>
            {result === 'copied' && `Copied the ${what}.`}
            {result === 'refused' && 'The browser blocked copying. Select the text and copy it manually.'}
          </span>
          <button type="button" onClick={() => void copy()}>
            {result === 'copied' ? 'Copied' : 'Copy'}
            <span class="visually-hidden"> {what}</span>
          </button>
        </span>
      </div>
      <pre class={style} onCopy={onCopied}>
        <code>
          <JsonText text={shown} />
        </code>
      </pre>
    </div>
  );
};
