import type { Locator, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import {
  createEndpointAs,
  type Endpoint,
  type EndpointDocument,
  startEndpoint,
} from '../../support/webhooks.ts';
import { userOf, type Visit, type VisitOptions } from './visit.ts';

export const WEBHOOKS = 'organization/developer/webhooks';

/** A receiver on this machine, until the test is over. */
export const startReceiver = async (): Promise<Endpoint> => {
  const receiver = await startEndpoint();
  onTestFinished(() => receiver.stop());
  return receiver;
};

export interface OpenedEndpoint extends Visit {
  readonly receiver: Endpoint;
  readonly endpoint: EndpointDocument;
}

/** The page of a new endpoint, which a receiver listens at. It gets nothing but what is sent to it by hand. */
export const visitEndpoint = async (
  visit: (options: VisitOptions) => Promise<Visit>,
  options: Partial<VisitOptions> = {},
): Promise<OpenedEndpoint> => {
  const receiver = await startReceiver();
  const endpoint = await createEndpointAs(await userOf('admin'), {
    url: receiver.url,
    events: ['company.deleted'],
  });
  const opened = await visit({ as: 'admin', path: `${WEBHOOKS}/${endpoint.id}`, ...options });
  await opened.page.getByRole('heading', { name: endpoint.url }).waitFor();
  return { ...opened, receiver, endpoint };
};

/** Opens the dialog for something that can be done with an endpoint. */
export const openEndpointAction = async (page: Page, action: string): Promise<Locator> => {
  await page.getByRole('link', { name: action, exact: true }).click();
  return page.getByRole('dialog');
};

/** Sends a test event, and returns the dialog once it shows what came of it. */
export const sendTestEvent = async (page: Page, outcome: string | RegExp): Promise<Locator> => {
  const dialog = await openEndpointAction(page, 'Send test event');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await dialog.getByText(outcome).waitFor();
  return dialog;
};

/** The secret in the dialog that shows it, which is then left without copying. */
export const takeSecret = async (page: Page): Promise<string> => {
  const dialog = page.getByRole('dialog', { name: 'Copy the signing secret now' });
  const secret = await dialog.locator('pre').innerText();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Close without copying' }).click();
  await dialog.waitFor({ state: 'detached' });
  return secret;
};
