import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Provider } from 'oidc-provider';
import { FIELDS, type LoginForm, loginPage } from './login-page.ts';
import { pageHeaders, sendProblem } from './page.ts';
import { isPassword } from './password-hash.ts';
import type { Handler } from './routes.ts';
import type { UserStore } from './user-store.ts';

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** Much more than the form takes. */
const MAXIMUM_FORM_BYTES = 16 * 1024;

/** `undefined` for a body that is too large to be the form. */
const readForm = async (message: IncomingMessage): Promise<URLSearchParams | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length;
    if (bytes > MAXIMUM_FORM_BYTES) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
};

/** The sign-in that the browser's cookie names, if it is still going on. */
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

/** Ends the session of anybody else in this browser, who has signed in before or meanwhile. */
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

/**
 * The page on which users sign in. Its form carries the id of the sign-in that the browser's cookie names too:
 * no other site can know it, and so none can sign anybody in.
 */
export const createLogin = (
  provider: Provider,
  users: UserStore,
): { readonly show: Handler; readonly submit: Handler } => ({
  async show(message, response) {
    const interaction = await findInteraction(provider, message, response);
    if (interaction === undefined) sendProblem(response, 400, EXPIRED);
    else sendForm(response, 200, interaction, { request: interaction.uid });
  },

  async submit(message, response) {
    const form = await readForm(message);
    if (form === undefined) {
      message.resume();
      sendProblem(response, 413, 'The form is too large.');
      return;
    }
    const interaction = await findInteraction(provider, message, response);
    if (interaction === undefined || form.get(FIELDS.request) !== interaction.uid) {
      sendProblem(response, 400, EXPIRED);
      return;
    }
    const email = form.get(FIELDS.email) ?? '';
    const user = users.byEmail(email);
    const isRight = await isPassword(form.get(FIELDS.password) ?? '', user?.passwordHash);
    if (user === undefined || !user.enabled || !isRight) {
      sendForm(response, 401, interaction, { request: interaction.uid, email, isRefused: true });
      return;
    }
    await endOtherSession(provider, message, response, interaction, user.sub);
    await provider.interactionFinished(
      message,
      response,
      { login: { accountId: user.sub } },
      { mergeWithLastSubmission: false },
    );
  },
});
