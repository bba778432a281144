import { useState } from 'preact/hooks';
import { useConsole } from '../console-context.ts';

export interface CopyButtonProps {
  readonly text: string;
  /** What is copied, such as "key": for the label and the announcement. */
  readonly what: string;
  readonly onCopied?: () => void;
}

const SHOWN_MILLISECONDS = 2_000;

/** Copies a text to the clipboard, and says so. */
export const CopyButton = ({ text, what, onCopied }: CopyButtonProps) => {
  const { announce } = useConsole();
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      announce(`The browser does not let the console copy. Select the ${what} and copy it yourself.`);
      return;
    }
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
    announce(`Copied the ${what}.`);
    onCopied?.();
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
      <span class="visually-hidden"> {what}</span>
    </button>
  );
};
