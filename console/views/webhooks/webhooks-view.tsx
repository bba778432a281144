import { useHeadingFocus } from '../../parts/page-heading.tsx';
import type { ViewProps } from '../view.ts';
import { DeliveryPage } from './delivery-page.tsx';
import { EndpointPage } from './endpoint-page.tsx';
import { EndpointsPage } from './endpoints-page.tsx';

/** Webhook endpoints, one endpoint with its deliveries, or one delivery: whatever the address names. */
export const WebhooksView = ({ rest: [id, action, deliveryId] }: ViewProps) => {
  const shownDelivery = action === 'deliveries' ? deliveryId : undefined;
  const endpointId = id === 'create' ? undefined : id;
  useHeadingFocus(`${endpointId}/${shownDelivery}`);
  if (endpointId === undefined) return <EndpointsPage isCreating={id === 'create'} />;
  if (shownDelivery !== undefined) {
    return <DeliveryPage key={shownDelivery} endpointId={endpointId} id={shownDelivery} />;
  }
  return <EndpointPage key={endpointId} id={endpointId} action={action} />;
};
