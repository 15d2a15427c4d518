/** Controls that show a value of a form; a search only filters. */
const CONTROLS =
  'input:not([type=search], [aria-hidden=true]), select, textarea, [aria-haspopup], [aria-pressed], [aria-checked]';

function shownValue(control: Element): string | boolean | null {
  if (control instanceof HTMLInputElement) {
    return ['checkbox', 'radio'].includes(control.type) ? control.checked : control.value;
  }
  if (control instanceof HTMLSelectElement || control instanceof HTMLTextAreaElement) {
    return control.value;
  }
  const state = control.getAttribute('aria-checked') ?? control.getAttribute('aria-pressed');
  return state ?? control.textContent;
}

/** The values that a form shows, to be compared with those that it showed before. */
export const formState = (box: Element): string =>
  JSON.stringify([...box.querySelectorAll(CONTROLS)].map(shownValue));
