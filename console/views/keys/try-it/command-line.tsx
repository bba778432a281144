import { useState } from 'preact/hooks';
import { Checkbox } from '../../../parts/choices.tsx';
import { curlCommand } from '../../../parts/curl-command.ts';
import { SecretValue } from '../../../parts/secret-value.tsx';

interface CommandLineProps {
  readonly url: string;
  /** May be empty. */
  readonly apiKey: string;
}

const PLACEHOLDER = 'YOUR_KEY';

/** The request as a command. It includes the key only on demand. */
export const CommandLine = ({ url, apiKey }: CommandLineProps) => {
  const [isKeyWanted, setKeyWanted] = useState(false);
  const key = isKeyWanted && apiKey !== '' ? apiKey : PLACEHOLDER;
  return (
    <section class="card" aria-label="The same in a terminal">
      <SecretValue label="The same in a terminal" what="command" value={curlCommand(url, key)} />
      <Checkbox checked={isKeyWanted} disabled={apiKey === ''} onChange={setKeyWanted}>
        Include the key
      </Checkbox>
    </section>
  );
};
