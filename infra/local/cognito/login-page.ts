import { escapeHtml } from '../../html/escape-html.ts';
import { page } from './page.ts';

/** Names of the form's fields. */
export const FIELDS = { request: 'request', email: 'email', password: 'password' } as const;

export interface LoginForm {
  /** What ties the form to the browser that asked for it. */
  readonly request: string;
  /** What was typed before, if anything. */
  readonly email?: string;
  readonly isRefused?: boolean;
}

/** Says the same whether there is such a user or not. */
const REFUSAL = '<p role="alert" id="refusal">The email or the password is not right.</p>';

/** The page on which a user signs in. It works without a script. */
export const loginPage = ({ request, email = '', isRefused = false }: LoginForm): string => {
  const described = isRefused ? ' aria-invalid="true" aria-describedby="refusal"' : '';
  return page(
    'Sign in',
    `${isRefused ? REFUSAL : ''}
<form method="post" action="/login">
<input type="hidden" name="${FIELDS.request}" value="${escapeHtml(request)}">
<label for="email">Email</label>
<input id="email" name="${FIELDS.email}" type="email" autocomplete="username" required maxlength="128" value="${escapeHtml(email)}"${described}>
<label for="password">Password</label>
<input id="password" name="${FIELDS.password}" type="password" autocomplete="current-password" required maxlength="256"${described}>
<button type="submit">Sign in</button>
</form>`,
  );
};
