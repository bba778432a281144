/** The address of the view, and the prefix of its pages. */
export const WEBHOOKS_PATH = 'organization/developer/webhooks';

export const endpointPath = (id: string): string => `${WEBHOOKS_PATH}/${id}`;

export const deliveryPath = (endpointId: string, id: string): string =>
  `${endpointPath(endpointId)}/deliveries/${id}`;
