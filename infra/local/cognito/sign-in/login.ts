import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { errors, type Provider } from 'oidc-provider';
import type { Federation, ProviderResult } from '../federation/federation.ts';
import { isPassword } from '../users/password-hash.ts';
import type { UserStore } from '../users/user-store.ts';
import type { AttemptLimit } from './attempt-limit.ts';
import { type LoginForm, loginPage, pageHeaders, sendProblem } from './pages.ts';

export type Handler = (message: IncomingMessage, response: ServerResponse) => Promise<void>;

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Far more than the form needs. */
const MAXIMUM_FORM_BYTES = 16 * 1024;

/** The sign-in in progress that the browser's cookie names. */
const findInteraction = async (
  provider: Provider,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<Interaction | undefined> => {
  try {
    return await provider.interactionDetails(message, response);
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
};

const sendForm = (
  response: ServerResponse,
  status: number,
  { params }: Interaction,
  form: LoginForm,
): void => {
  const application = new URL(String(params['redirect_uri'])).origin;
  response.writeHead(status, pageHeaders([application])).end(loginPage(form));
};

const EXPIRED = 'This sign-in has expired. Go back to the application and start again.';

/** Ends the session that another user may have in this browser by now. */
const endOtherSession = async (
  provider: Provider,
  message: IncomingMessage,
  response: ServerResponse,
  interaction: Interaction,
  sub: string,
): Promise<void> => {
  const session = await provider.Session.get(provider.createContext(message, response));
  if (session.accountId === undefined || session.accountId === sub) return;
  await session.destroy();
  interaction.session = undefined;
  await interaction.persist();
};

const sendToProvider = async (
  federation: Federation,
  name: string,
  { uid, params }: Interaction,
  response: ServerResponse,
): Promise<void> => {
  const location = await federation.begin(name, String(params['client_id']), uid).catch(() => null);
  if (location === undefined) sendProblem(response, 400, 'There is no such identity provider.');
  else if (location === null) sendProblem(response, 502, 'The identity provider is unreachable.');
  else response.writeHead(302, { Location: location, 'Cache-Control': 'no-store' }).end();
};

/** Ends a sign-in with what an identity provider answered. */
const finishFederated = async (
  provider: Provider,
  result: ProviderResult | undefined,
  message: IncomingMessage,
  response: ServerResponse,
  interaction: Interaction,
): Promise<void> => {
  if (result === undefined) {
    sendProblem(response, 400, EXPIRED);
    return;
  }
  const options = { mergeWithLastSubmission: false };
  if ('refusal' in result) {
    const refused = { error: 'invalid_request', error_description: result.refusal };
    await provider.interactionFinished(message, response, refused, options);
    return;
  }
  const { sub } = result.user;
  await endOtherSession(provider, message, response, interaction, sub);
  await provider.interactionFinished(message, response, { login: { accountId: sub } }, options);
};

/**
 * Shows the sign-in page and handles its form. The form must carry the id of the sign-in that the browser's
 * cookie names; no other site knows that id, so none can submit the form (login CSRF).
 */
export const createLogin = (
  provider: Provider,
  users: UserStore,
  limit: AttemptLimit,
  federation: Federation,
): { readonly show: Handler; readonly submit: Handler } => {
  const offered = ({ params }: Interaction): readonly string[] =>
    federation.namesFor(String(params['client_id']));
  return {
    async show(message, response) {
      const interaction = await findInteraction(provider, message, response);
      if (interaction === undefined) {
        sendProblem(response, 400, EXPIRED);
        return;
      }
      const query = new URLSearchParams(message.url?.split('?')[1]);
      const ticket = query.get('result');
      if (ticket !== null) {
        await finishFederated(
          provider,
          federation.takeResult(ticket, interaction.uid),
          message,
          response,
          interaction,
        );
        return;
      }
      const chosen = query.get('provider') ?? federation.requested(interaction.params);
      if (chosen !== undefined) {
        await sendToProvider(federation, chosen, interaction, response);
        return;
      }
      sendForm(response, 200, interaction, { request: interaction.uid, providers: offered(interaction) });
    },

    async submit(message, response) {
      // Browsers state the length of a form, and Node.js reads no more than that.
      if (!(Number(message.headers['content-length']) <= MAXIMUM_FORM_BYTES)) {
        message.resume();
        sendProblem(response, 413, 'The form is too large.');
        return;
      }
      const form = new URLSearchParams(await text(message));
      const interaction = await findInteraction(provider, message, response);
      if (interaction === undefined || form.get('request') !== interaction.uid) {
        sendProblem(response, 400, EXPIRED);
        return;
      }
      const email = form.get('email') ?? '';
      const refuse = (status: number, refusal: string): void =>
        sendForm(response, status, interaction, {
          request: interaction.uid,
          email,
          providers: offered(interaction),
          refusal,
        });
      if (!limit.start(email)) {
        refuse(429, 'Too many failed attempts. Wait and try again.');
        return;
      }
      const user = users.byEmail(email);
      const isRight = await isPassword(form.get('password') ?? '', user?.passwordHash);
      if (user === undefined || !isRight) {
        // The same whether the user exists or not.
        refuse(401, 'Incorrect email or password.');
        return;
      }
      limit.succeed(email);
      if (user.isDisabled) {
        refuse(401, 'Your account is disabled.');
        return;
      }
      if (!user.isConfirmed) await users.put({ ...user, isConfirmed: true });
      await endOtherSession(provider, message, response, interaction, user.sub);
      await provider.interactionFinished(
        message,
        response,
        { login: { accountId: user.sub } },
        { mergeWithLastSubmission: false },
      );
    },
  };
};
