import { type LanguageReference, LOCALES, type TextKey, textOf } from '../../../platform/texts.ts';

/** Content security policy of the sign-on pages: only this server, no script. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * Browsers apply `form-action` to every redirect after a form, so the policy lists the pages to which
 * a sign-on or a sign-out leads.
 *
 * @param webOrigins other origins of web apps that use this sign-on
 */
export const pagePolicy = (webOrigins: readonly string[]): string =>
  `${POLICY}; form-action ${["'self'", ...webOrigins].join(' ')}`;

/** The policy of {@link pagePolicy} plus the script of the form, which requests passkeys. */
export const formPolicy = (webOrigins: readonly string[]): string =>
  `${pagePolicy(webOrigins)}; script-src 'self'`;

/** The challenge for a passkey, and the host that it is bound to. */
export interface PasskeyChallenge {
  readonly challenge: string;
  readonly rpId: string;
}

/** The content of the sign-on form. */
export interface FormState {
  readonly language: LanguageReference;
  readonly csrf: string;
  readonly login: string;
  readonly fault: 'refused' | 'locked' | 'codeWrong' | null;
  readonly passkey: PasskeyChallenge;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** The other languages of this page, which works without script (requirement B-01). */
const languageLinks = (shown: LanguageReference): string =>
  Object.keys(LOCALES)
    .map((one) => {
      const current = one === shown ? ' aria-current="true"' : '';
      return `<a href="?language=${one}" lang="${one}"${current}>${one.toUpperCase()}</a>`;
    })
    .join('');

function page(language: LanguageReference, body: string): string {
  const title = escapeHtml(textOf(language, 'signIn.title'));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Roadworthy</title>
<link rel="stylesheet" href="/auth/sign-on.css">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
</head>
<body>
<nav class="languages" aria-label="${escapeHtml(textOf(language, 'signIn.language'))}">${languageLinks(language)}</nav>
<main class="card">
<p class="brand"><svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><rect width="32" height="32" rx="8" class="brand-ground"/><path d="M13.2 6.5h5.6L26 25.5H6zm2.2 2.5-.3 3.5h1.8L16.6 9zm-.5 6-.4 4h3l-.4-4zm-.7 6.5-.4 4h4.4l-.4-4z" class="brand-mark"/></svg>Roadworthy</p>
${body}
</main>
</body>
</html>`;
}

function alertOf({ language, fault }: Pick<FormState, 'language' | 'fault'>): string {
  if (fault === null) return '';
  const text = escapeHtml(textOf(language, `signIn.${fault}`));
  return `<p class="alert" role="alert" id="fault">${text}</p>`;
}

/** The passkey fields of the form; the script shows the button. */
function passkeyButton({ language, passkey }: Pick<FormState, 'language' | 'passkey'>): string {
  const { challenge, rpId } = passkey;
  const label = escapeHtml(textOf(language, 'signIn.passkey'));
  return `<input type="hidden" name="passkey" value="">
<button type="button" class="second" id="use-passkey" hidden data-challenge="${escapeHtml(challenge)}" data-rp="${escapeHtml(rpId)}">${label}</button>
<script src="/auth/sign-on.js"></script>`;
}

/** The code form after a right password; the signed `pass` proves that it was right. */
export function codePage(state: FormState & { readonly pass: string }): string {
  const { language, csrf, fault, pass } = state;
  const text = (key: TextKey) => escapeHtml(textOf(language, key));
  const described = fault === null ? '' : ' aria-describedby="fault" aria-invalid="true"';
  return page(
    language,
    `<h1>${text('signIn.codeTitle')}</h1>
<p class="intro">${text('signIn.codeIntro')}</p>
${alertOf(state)}
<form method="post">
<input type="hidden" name="csrf" value="${escapeHtml(csrf)}">
<input type="hidden" name="pass" value="${escapeHtml(pass)}">
<label for="code">${text('signIn.code')}</label>
<input id="code" name="code" inputmode="text" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false" maxlength="64" autofocus${described}>
<button type="submit">${text('signIn.submit')}</button>
${passkeyButton(state)}
</form>`,
  );
}

/** The user name and password form (requirement B-P01). */
export function formPage(state: FormState): string {
  const { language, csrf, login, fault } = state;
  const text = (key: TextKey) => escapeHtml(textOf(language, key));
  const described = fault === null ? '' : ' aria-describedby="fault" aria-invalid="true"';
  return page(
    language,
    `<h1>${text('signIn.title')}</h1>
<p class="intro">${text('signIn.intro')}</p>
${alertOf(state)}
<form method="post">
<input type="hidden" name="csrf" value="${escapeHtml(csrf)}">
<label for="username">${text('signIn.login')}</label>
<input id="username" name="username" value="${escapeHtml(login)}" autocomplete="username" autocapitalize="none" spellcheck="false" required${login === '' ? ' autofocus' : ''}${described}>
<label for="password">${text('signIn.password')}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${login === '' ? '' : ' autofocus'}${described}>
<button type="submit">${text('signIn.submit')}</button>
${passkeyButton(state)}
</form>
<p class="aside"><a href="/forgot-password">${text('signIn.forgotten')}</a></p>`,
  );
}

/** Shown if the sign-on of a form has expired. */
export function expiredPage(language: LanguageReference): string {
  return noticePage(language, 'signIn.expired');
}

/** Shown if the browser used another address than the configured one. */
export function otherAddressPage(language: LanguageReference, address: string): string {
  return noticePage(language, 'signIn.otherAddress', { address });
}

/** Shown instead of the form: the problem, and a link to the login page. */
export function noticePage(
  language: LanguageReference,
  notice: TextKey,
  values: { readonly address?: string } = {},
): string {
  const text = (key: TextKey) => escapeHtml(textOf(language, key, values));
  return page(
    language,
    `<h1>${text('signIn.title')}</h1>
<p class="intro">${text(notice)}</p>
<p><a class="button" href="${escapeHtml(values.address ?? '')}/login">${text('signIn.startAgain')}</a></p>`,
  );
}

/** Asks for confirmation of a sign-out that a foreign page started. */
export function signOutPage(language: LanguageReference): string {
  const text = (key: TextKey) => escapeHtml(textOf(language, key));
  return page(
    language,
    `<h1>${text('signIn.signOutTitle')}</h1>
<p class="intro">${text('signIn.signOutText')}</p>
<form method="post"><button type="submit">${text('signIn.signOut')}</button></form>`,
  );
}
