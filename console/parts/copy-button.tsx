import { useState } from 'preact/hooks';

interface CopyButtonProps {
  readonly text: string;
  /** The name of the copied text, such as "key". */
  readonly what: string;
  readonly onCopied?: (() => void) | undefined;
}

const SHOWN_MILLISECONDS = 2_000;

/** Copies a text to the clipboard and reports the result. */
export const CopyButton = ({ text, what, onCopied }: CopyButtonProps) => {
  const [result, setResult] = useState<'copied' | 'refused'>();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setResult('copied');
      onCopied?.();
    } catch {
      setResult('refused');
    }
    setTimeout(() => setResult(undefined), SHOWN_MILLISECONDS);
  };
  return (
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
  );
};
