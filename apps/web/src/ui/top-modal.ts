/** Open modal dialogs, of Base UI and of the browser. */
const MODAL = 'dialog[open], [data-modal]';

/** The top one of the open modal dialogs; null without one. */
export function topModal(): HTMLElement | null {
  return [...document.querySelectorAll<HTMLElement>(MODAL)].at(-1) ?? null;
}
