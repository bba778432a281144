import { useState } from 'preact/hooks';
import type { TryRequestResult } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { useDraft } from '../../../parts/use-draft.ts';
import { useSubmit } from '../../../parts/use-submit.ts';
import type { ViewProps } from '../../view.ts';
import { CommandLine } from './command-line.tsx';
import { RequestForm } from './request-form.tsx';
import { ResultCard } from './result-card.tsx';
import { addressOf, requestOf, type TriedValues } from './tried-values.ts';

const EMPTY: TriedValues = { operation: 'listCallLists', id: '', query: {} };

/** Sends requests to the data API and shows the responses. */
export const TryItView = (_: ViewProps) => {
  const { api, configuration } = useConsole();
  const { values, set } = useDraft('try-it', EMPTY);
  // Kept only here, so that it is gone when the view is left.
  const [key, setKey] = useState('');
  const [result, setResult] = useState<TryRequestResult>();
  const submission = useSubmit(async (signal) => {
    setResult(undefined);
    setResult(await api.request('POST /try-requests', { body: requestOf(values, key) }, signal));
  });
  return (
    <>
      <PageHeading
        title="Try it"
        lead="Send a request to the data API with one of your keys. It counts towards the limits of the key."
      />
      <div class="card">
        <RequestForm
          values={values}
          onChange={set}
          apiKey={key}
          onKeyChange={setKey}
          submission={submission}
        />
      </div>
      <div role="status">{result !== undefined && <ResultCard result={result} />}</div>
      <CommandLine url={addressOf(configuration.dataApiUrl, values)} apiKey={key.trim()} />
    </>
  );
};
