/** These texts are in the code: if a page's files do not load, its texts do not either. */
const TEXTS = {
  en: {
    text: 'This page could not be loaded. Check your network connection and try again.',
    retry: 'Try again',
  },
  pt: {
    text: 'Não foi possível carregar esta página. Verifique a ligação à rede e tente de novo.',
    retry: 'Tentar de novo',
  },
} as const;

/** Shows that the page could not be loaded, with a button that reloads it. */
export function showNotLoaded(root: HTMLElement): void {
  const { text, retry } = TEXTS[navigator.language.startsWith('pt') ? 'pt' : 'en'];
  const main = document.createElement('main');
  const message = Object.assign(document.createElement('p'), { textContent: text });
  message.setAttribute('role', 'alert');
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'button public-button primary',
    textContent: retry,
    onclick: () => window.location.reload(),
  });
  main.className = 'not-loaded';
  main.append(message, button);
  root.replaceChildren(main);
}
