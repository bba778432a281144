import { CopyButton } from './copy-button.tsx';

interface SecretValueProps {
  readonly label: string;
  /** For the copy button, such as "key". */
  readonly what: string;
  readonly value: string;
  readonly onCopied?: () => void;
}

/** A text to copy, such as a key or a command. Copying it manually counts too. */
export const SecretValue = ({ label, what, value, onCopied }: SecretValueProps) => (
  <div class="secret">
    <div class="secret-header">
      <span class="secret-label">{label}</span>
      <CopyButton text={value} what={what} onCopied={onCopied} />
    </div>
    <pre class="secret-value" onCopy={onCopied}>
      <code>{value}</code>
    </pre>
  </div>
);
