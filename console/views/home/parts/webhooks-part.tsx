import { readEndpoints } from '../../../api/read-all.ts';
import type { Endpoint } from '../../../api/types.ts';
import { useConsole } from '../../../console-context.ts';
import { Time } from '../../../parts/time.tsx';
import { useLoad } from '../../../parts/use-load.ts';
import { hrefOf } from '../../../routing/route.ts';
import { DISABLED_BY } from '../../webhooks/endpoints/endpoint-state.tsx';
import { deliveriesHref, endpointPath, WEBHOOKS_PATH } from '../../webhooks/webhook-paths.ts';
import { HomePart, NextStep } from '../home-part.tsx';
import { type Warning, Warnings } from '../warnings.tsx';

/** An endpoint that receives nothing, unless an admin wants it so. */
const warningOf = (endpoint: Endpoint): readonly Warning[] => {
  const { id, url: name, disabledReason, disabledAt, failingSince } = endpoint;
  const shared = { key: id, name, href: hrefOf(endpointPath(id)) };
  if (disabledReason !== null && disabledReason !== 'admin') {
    return [
      {
        ...shared,
        tone: 'bad',
        state: 'disabled',
        text: (
          <>
            <Time at={disabledAt} />: {DISABLED_BY[disabledReason]}. Repair it, enable it, then replay what it
            missed.
          </>
        ),
        action: 'Enable',
        actionHref: hrefOf(`${endpointPath(id)}/enable`),
      },
    ];
  }
  if (disabledReason !== null || failingSince === null) return [];
  return [
    {
      ...shared,
      tone: 'warning',
      state: 'failing',
      text: (
        <>
          First failed <Time at={failingSince} />, without a success since. After five days it is disabled.
          The responses say why.
        </>
      ),
      action: 'See deliveries',
      actionHref: deliveriesHref(id, 'failed'),
    },
  ];
};

/** The webhook endpoints, and those that fail or were disabled. */
export const WebhooksPart = () => {
  const { api } = useConsole();
  const loaded = useLoad((signal) => readEndpoints(api, signal), [api]);
  const endpoints = loaded.value ?? [];
  const enabled = endpoints.filter(({ isEnabled }) => isEnabled).length;
  return (
    <HomePart
      title="Webhooks"
      id="home-webhooks"
      path={WEBHOOKS_PATH}
      loaded={loaded}
      {...(endpoints.length > 0 && { detail: `${enabled} enabled` })}
    >
      {() => {
        if (endpoints.length === 0) {
          return (
            <NextStep label="Create endpoint" href={hrefOf(`${WEBHOOKS_PATH}/create`)}>
              No endpoint receives your changes.
            </NextStep>
          );
        }
        const warnings = endpoints.flatMap(warningOf);
        return warnings.length === 0 ? (
          <p class="muted">No endpoint is failing.</p>
        ) : (
          <Warnings warnings={warnings} />
        );
      }}
    </HomePart>
  );
};
