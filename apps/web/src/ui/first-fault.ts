const WRONG = '[aria-invalid="true"]';
const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex]';

/** The dialog on top, else the page: what lies under a dialog cannot be reached. */
function onTop(): ParentNode {
  return [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
}

/**
 * After a form was refused: brings the first field that is wrong into view and puts the keyboard there.
 * The fields are marked when React has drawn them, so it waits for that. Without such a field nothing
 * happens.
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
