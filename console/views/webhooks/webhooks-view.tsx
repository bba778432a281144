import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { IssuedEndpoint } from '../../api/types.ts';
import { useHeadingFocus } from '../../parts/page-heading.tsx';
import { replacePath } from '../../routing/route.ts';
import type { ViewProps } from '../view.ts';
import { DeliveryPage } from './deliveries/delivery-page.tsx';
import { EndpointPage } from './endpoints/endpoint-page.tsx';
import { EndpointsPage } from './endpoints/endpoints-page.tsx';
import { SecretDialog } from './endpoints/secret-dialog.tsx';
import { endpointPath } from './webhook-paths.ts';

/** The list of endpoints, one endpoint with its deliveries, or one delivery, depending on the address. */
export const WebhooksView = ({ rest: [id, action, deliveryId], query }: ViewProps) => {
  // Kept above all pages, so that none of them unmounts it.
  const [issued, setIssued] = useState<IssuedEndpoint>();
  const isCreating = id === 'create';
  const endpointId = isCreating ? undefined : id;
  const shownDelivery = action === 'deliveries' ? deliveryId : undefined;
  useHeadingFocus(`${endpointId}/${shownDelivery}`);
  const page = (): ComponentChild => {
    if (endpointId === undefined) return <EndpointsPage isCreating={isCreating} onIssued={setIssued} />;
    if (shownDelivery !== undefined) {
      return <DeliveryPage key={shownDelivery} endpointId={endpointId} id={shownDelivery} />;
    }
    return (
      <EndpointPage key={endpointId} id={endpointId} query={query} action={action} onIssued={setIssued} />
    );
  };
  return (
    <>
      {page()}
      {issued !== undefined && (
        <SecretDialog
          key={issued.secretCreatedAt}
          issued={issued}
          onClose={() => {
            setIssued(undefined);
            replacePath(endpointPath(issued.id));
          }}
        />
      )}
    </>
  );
};
