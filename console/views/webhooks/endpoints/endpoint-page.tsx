import { useState } from 'preact/hooks';
import type { Endpoint, IssuedEndpoint } from '../../../api/types.ts';
import { Breadcrumbs } from '../../../parts/breadcrumbs.tsx';
import { type Fact, Facts } from '../../../parts/facts.tsx';
import { listAddress } from '../../../parts/list-address.ts';
import { LoadedMessage } from '../../../parts/loading.tsx';
import { PageHeading } from '../../../parts/page-heading.tsx';
import { Time } from '../../../parts/time.tsx';
import type { Query } from '../../../routing/route.ts';
import { ActivitySection } from '../activity/activity-section.tsx';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { EndpointActions, isEndpointAction } from '../endpoint-actions.tsx';
import { LatestReplay } from '../replays/latest-replay.tsx';
import { useLatestReplay } from '../replays/use-latest-replay.ts';
import { deliveryFilterOf, endpointPath, WEBHOOKS_PATH } from '../webhook-paths.ts';
import { EndpointDialog } from './endpoint-dialog.tsx';
import { EndpointNotice, EndpointState, EventTags } from './endpoint-state.tsx';
import { Policies } from './role-policies.tsx';
import { useEndpoint } from './use-endpoint.ts';

/** How the endpoint gets its events, as far as that differs from the usual. */
const deliveryFacts = (endpoint: Endpoint): readonly Fact[] => {
  const { roleArn, filter, headers, maxPerSecond, payload, publicKeysUrl } = endpoint;
  return [
    ...(roleArn === null ? [] : [['Role', roleArn] as const]),
    ...(filter === null ? [] : [['Filter', <code key="filter">{JSON.stringify(filter)}</code>] as const]),
    ...(headers.length === 0 ? [] : [['Headers', headers.map(({ name }) => name).join(', ')] as const]),
    ...(maxPerSecond === null ? [] : [['Requests per second', `at most ${maxPerSecond}`] as const]),
    ...(payload === 'full' ? [] : [['Payload', 'ids only'] as const]),
    ...(publicKeysUrl === null
      ? []
      : [
          [
            'Public keys',
            <code key="keys" class="anywhere">
              {publicKeysUrl}
            </code>,
          ] as const,
        ]),
  ];
};

const NO_DETAILS = { latestReplay: null, lastDay: null, lastWeek: null, undelivered: null };

interface EndpointPageProps {
  readonly id: string;
  /** The parameters of the address. */
  readonly query: Query;
  /** The action in the address. */
  readonly action: string | undefined;
  readonly onIssued: (endpoint: IssuedEndpoint) => void;
}

/** One endpoint with its actions and deliveries. */
export const EndpointPage = ({ id, query, action, onIssued }: EndpointPageProps) => {
  // Tests and replays; and with them, outcomes of deliveries, after which these are loaded again.
  const [sendings, setSendings] = useState(0);
  const [outcomes, setOutcomes] = useState(0);
  const loaded = useEndpoint(id, sendings, () => setOutcomes((before) => before + 1));
  const endpoint = loaded.value;
  const address = listAddress({ path: endpointPath(id), query });
  const replay = useLatestReplay(id, () => setSendings((before) => before + 1));
  const change = (changed: Endpoint): void =>
    loaded.set((before) => ({ ...NO_DETAILS, ...before, ...changed }));
  return (
    <>
      <Breadcrumbs above={[['Webhooks', WEBHOOKS_PATH]]} />
      <PageHeading
        title={endpoint?.url ?? 'Webhook endpoint'}
        lead={endpoint?.description}
        action={endpoint && <EndpointActions endpoint={endpoint} />}
      />
      <LoadedMessage
        loaded={loaded}
        named={{ noun: 'webhook endpoint', view: ['Webhooks', WEBHOOKS_PATH] }}
      />
      {endpoint && (
        <>
          <EndpointNotice endpoint={endpoint} />
          <Facts
            facts={[
              ['State', <EndpointState key="state" endpoint={endpoint} />],
              ['Events', <EventTags key="events" events={endpoint.eventTypes} />],
              ['Contact details', endpoint.includesContactDetails ? 'included' : 'omitted'],
              ...deliveryFacts(endpoint),
              endpoint.rolePolicies === null
                ? [
                    endpoint.publicKey === null ? 'Signing secret' : 'Public key',
                    <>
                      {endpoint.publicKey !== null && <code class="line anywhere">{endpoint.publicKey}</code>}
                      created <Time at={endpoint.secretCreatedAt} />
                      {endpoint.previousSecretExpiresAt !== null && (
                        <span class="line muted">
                          the old secret stays valid until{' '}
                          <Time at={endpoint.previousSecretExpiresAt} isExact />
                        </span>
                      )}
                    </>,
                  ]
                : undefined,
              [
                'Created',
                <>
                  <Time at={endpoint.createdAt} /> by {endpoint.createdBy}
                </>,
              ],
            ]}
          />
          {endpoint.rolePolicies !== null && (
            <details class="details">
              <summary>Policies of the role</summary>
              <Policies {...endpoint.rolePolicies} />
            </details>
          )}
          <LatestReplay loaded={replay} />
          <ActivitySection id={id} address={address} sendings={sendings + outcomes} />
          <DeliveryList
            endpoint={endpoint}
            sendings={sendings + outcomes}
            filter={deliveryFilterOf(query)}
            onFilter={(state) => address.change({ state })}
          />
          {isEndpointAction(action) && (
            <EndpointDialog
              key={action}
              endpoint={endpoint}
              action={action}
              onChanged={change}
              onIssued={({ secret, ...shown }) => {
                change(shown);
                onIssued({ ...shown, secret });
              }}
              onSent={() => setSendings((before) => before + 1)}
              onReplay={(started) => replay.set(() => started)}
            />
          )}
        </>
      )}
    </>
  );
};
