import type { LoggedRequest } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { NoSuch } from '../../../parts/no-such.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { keyPath } from '../../../routing/key-paths.ts';
import { DOCUMENTATION, hrefOf } from '../../../routing/route.ts';
import { problemNameOf } from './problem-name.ts';
import { REQUESTS_PATH, requestsHref } from './request-paths.ts';
import { RequestStatus } from './request-status.tsx';
import { explain } from './what-to-do.ts';

const factsOf = (request: LoggedRequest): readonly (Fact | undefined)[] => [
  ['Status', <RequestStatus key="status" status={request.status} />],
  ['Time', <Time key="time" at={request.time} isExact />],
  [
    'Key',
    <a key="key" href={hrefOf(keyPath(request.keyId))}>
      {request.keyName ?? request.keyId}
    </a>,
  ],
  ['Operation', `${request.method} ${request.route}`],
  [
    'Path as sent',
    <code key="path" class="anywhere">
      {request.path}
    </code>,
  ],
  request.milliseconds === null ? undefined : ['Duration', `${request.milliseconds} ms`],
  ['Address', request.address ?? 'unknown'],
  ['User agent', request.userAgent ?? 'none'],
  ['Request id', <code key="id">{request.id}</code>],
];

const Explained = ({ request }: { readonly request: LoggedRequest }) => {
  const explanation = explain(request);
  const { problemType } = request;
  if (explanation === undefined || problemType === null) return null;
  const name = problemNameOf(problemType);
  return (
    <>
      <section class="section" aria-labelledby="wrong">
        <h2 id="wrong">What was wrong</h2>
        <p>{explanation.problem}</p>
      </section>
      <section class="section" aria-labelledby="to-do">
        <h2 id="to-do">What to do</h2>
        <p>
          {explanation.remedy} The guide on errors has more about{' '}
          <a href={`${DOCUMENTATION}/errors#${name}`} target="_blank" rel="noopener">
            {name}
          </a>
          .
        </p>
      </section>
    </>
  );
};

const NAMED = { noun: 'request', view: ['Requests', REQUESTS_PATH] } as const;

/** One request: what was wrong with it, and what to do. */
export const RequestPage = ({ id }: { readonly id: string }) => {
  const { api } = useConsole();
  const loaded = useLoad(
    (signal) => api.request('GET /requests', { query: { requestId: id } }, signal),
    [api, id],
  );
  const [request] = loaded.value?.items ?? [];
  return (
    <>
      <Breadcrumbs above={[['Requests', REQUESTS_PATH]]} />
      <PageHeading title={request === undefined ? 'Request' : `${request.method} ${request.route}`} />
      <LoadedMessage loaded={loaded} named={NAMED} />
      {loaded.value && request === undefined && (
        <NoSuch
          {...NAMED}
          text={
            'No request with this id was made with a key that you may see in the last 30 days. ' +
            'A new one takes up to two minutes to appear.'
          }
        />
      )}
      {request && (
        <>
          <Facts facts={factsOf(request)} />
          <Explained request={request} />
          <p class="actions">
            {request.missingPermissions !== null && (
              <a class="button" href={hrefOf(keyPath(request.keyId))}>
                Open the key {request.keyName}
              </a>
            )}
            <a class="button" href={requestsHref({ keyId: request.keyId })}>
              All requests with this key
            </a>
          </p>
        </>
      )}
    </>
  );
};
