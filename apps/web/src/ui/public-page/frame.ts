import { storage } from '../../session/storage.ts';
import { element } from './element.ts';
import { onKeptAnswer } from './kept-answers.ts';
import { LANGUAGES, type Language, sayOwnTexts, t } from './texts.ts';

/** The header of a page without sign-in: product name and languages. */
function header(language: Language, onLanguage: (language: Language) => void): HTMLElement {
  const choices = LANGUAGES.map((one) =>
    element(
      'button',
      {
        type: 'button',
        'aria-pressed': String(one === language),
        lang: one,
        onclick: () => {
          storage.language.set(one);
          onLanguage(one);
        },
      },
      one.toUpperCase(),
    ),
  );
  return element(
    'header',
    { class: 'public-header' },
    element('span', { class: 'public-name' }, t('app.name')),
    element(
      'div',
      { class: 'public-languages', role: 'group', 'aria-label': t('qr.language') },
      ...choices,
    ),
  );
}

/**
 * Adds header and main part to the page.
 *
 * @returns the empty main part
 */
export function frame(
  root: HTMLElement,
  language: Language,
  onLanguage: (language: Language) => void,
): HTMLElement {
  const main = element('main', { class: 'public-main' });
  const live = element('div', { class: 'public-toasts', role: 'alert' });
  const offline = element('p', { class: 'public-offline', role: 'status' });
  root.replaceChildren(header(language, onLanguage), main, live);
  onKeptAnswer((isKept) => {
    offline.textContent = t('qr.kept');
    if (isKept) main.before(offline);
    else offline.remove();
  });
  return main;
}

/** Applies the custom texts, also to the present header. */
export function speakFor(own: Parameters<typeof sayOwnTexts>[0]): void {
  sayOwnTexts(own);
  const name = document.querySelector('.public-name');
  if (name !== null) name.textContent = t('app.name');
}

/** Shows an error that stays until it is closed (requirement J-28). */
export function errorToast(text: string): void {
  const live = document.querySelector('.public-toasts');
  const toast = element(
    'div',
    { class: 'public-toast' },
    element('span', {}, text),
    element(
      'button',
      { type: 'button', 'aria-label': t('qr.dismiss'), onclick: () => toast.remove() },
      '×',
    ),
  );
  live?.replaceChildren(toast);
}

/** Shown while the answer loads (requirement J-18). */
export function spinner(): HTMLElement {
  return element(
    'p',
    { class: 'public-loading', role: 'status' },
    element('span', { class: 'public-spinner', 'aria-hidden': 'true' }),
    element('span', { class: 'visually-hidden' }, t('qr.loading')),
  );
}

/** A message instead of the requested content, with the next step. */
export function notice(title: string, text: string, onRetry?: () => void): HTMLElement {
  return element(
    'section',
    { class: 'public-notice', role: 'alert' },
    element('h1', {}, title),
    element('p', {}, text),
    onRetry !== undefined &&
      element(
        'button',
        { type: 'button', class: 'public-button', onclick: onRetry },
        t('action.retry'),
      ),
  );
}
