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
import { endpointAddressOf, endpointPath } from './webhook-paths.ts';

/** The list of endpoints, one endpoint with its deliveries, or one delivery, depending on the address. */
export const WebhooksView = ({ rest: [id, ...rest] }: ViewProps) => {
  // Kept above all pages, so that none of them unmounts it.
  const [issued, setIssued] = useState<IssuedEndpoint>();
  const isCreating = id === 'create';
  const endpointId = isCreating ? undefined : id;
  const { filter, deliveryId, action } = endpointAddressOf(rest);
  useHeadingFocus(`${endpointId}/${deliveryId}`);
  const page = (): ComponentChild => {
    if (endpointId === undefined) return <EndpointsPage isCreating={isCreating} onIssued={setIssued} />;
    if (deliveryId !== undefined) {
      return <DeliveryPage key={deliveryId} endpointId={endpointId} id={deliveryId} />;
    }
    return (
      <EndpointPage key={endpointId} id={endpointId} filter={filter} action={action} onIssued={setIssued} />
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
