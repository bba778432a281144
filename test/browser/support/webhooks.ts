import type { Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import {
  createEndpointAs,
  type Endpoint,
  type EndpointDocument,
  startEndpoint,
} from '../../support/webhooks/webhooks.ts';
import { userOf, type Visit, type VisitOptions } from './visit.ts';

export const WEBHOOKS = 'organization/developer/webhooks';

/** Starts a local receiver, which stops after the test. */
export const startReceiver = async (): Promise<Endpoint> => {
  const receiver = await startEndpoint();
  onTestFinished(() => receiver.stop());
  return receiver;
};

export interface OpenedEndpoint extends Visit {
  readonly receiver: Endpoint;
  readonly endpoint: EndpointDocument;
}

/** Opens the page of a new endpoint with a local receiver. It only receives events sent from the console. */
export const visitEndpoint = async (
  visit: (options: VisitOptions) => Promise<Visit>,
  options: Partial<VisitOptions> = {},
): Promise<OpenedEndpoint> => {
  const receiver = await startReceiver();
  const endpoint = await createEndpointAs(await userOf('admin'), {
    url: receiver.url,
    eventTypes: ['company.deleted'],
  });
  const opened = await visit({ as: 'admin', path: `${WEBHOOKS}/${endpoint.id}`, ...options });
  await opened.page.getByRole('heading', { name: endpoint.url }).waitFor();
  return { ...opened, receiver, endpoint };
};

/** Opens the dialog for an action on an endpoint. */
export const openEndpointAction = async (page: Page, action: string): Promise<Locator> => {
  await page.getByRole('link', { name: action, exact: true }).click();
  return page.getByRole('dialog');
};

/** Sends a test event and returns the dialog once it shows the outcome. */
export const sendTestEvent = async (page: Page, outcome: string | RegExp): Promise<Locator> => {
  const dialog = await openEndpointAction(page, 'Send test event');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText(outcome).waitFor();
  return dialog;
};

/** Reads the secret from the dialog that shows it once, and closes it without copying. */
export const readSecret = async (page: Page): Promise<string> => {
  const dialog = page.getByRole('dialog', { name: 'Copy the signing secret now' });
  const secret = await dialog.locator('pre').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
};
