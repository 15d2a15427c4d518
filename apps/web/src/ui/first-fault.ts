import { topModal } from './top-modal.ts';

const WRONG = '[aria-invalid="true"]';
const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex]';

/** The top dialog, otherwise the page: content below a dialog is not reachable. */
function onTop(): ParentNode {
  return topModal() ?? document;
}

/**
 * After a form was rejected: scrolls the first invalid field into view and focuses it, after React has
 * rendered the errors. Without such a field nothing happens.
 */
export function showFirstFault(): void {
  setTimeout(() => {
    const wrong = onTop().querySelector<HTMLElement>(WRONG);
    if (wrong === null) return;
    const field = wrong.matches(FOCUSABLE) ? wrong : wrong.querySelector<HTMLElement>(FOCUSABLE);
    (field ?? wrong).focus({ preventScroll: true });
    wrong.scrollIntoView?.({ block: 'center' });
  });
}
