import { topModal } from './top-modal.ts';

const WRONG = '[aria-invalid="true"]';
/** After an answer of the server, React renders the errors a moment later. */
const TRIES = 5;
const RETRY_MS = 30;
const FOCUSABLE = 'input, select, textarea, button, a[href], [tabindex]';

/** The top dialog, otherwise the page: content below a dialog is not reachable. */
function onTop(): ParentNode {
  return topModal() ?? document;
}

/**
 * After a form was rejected: scrolls the first invalid field into view and focuses it, after React has
 * rendered the errors. Without such a field nothing happens.
 *
 * @param isOpen whether the form is still there; otherwise the focus stays where the person is
 */
export function showFirstFault(isOpen: () => boolean = () => true): void {
  showSoon(TRIES, isOpen);
}

function showSoon(tries: number, isOpen: () => boolean): void {
  setTimeout(
    () => {
      if (!isOpen()) return;
      const wrong = onTop().querySelector<HTMLElement>(WRONG);
      if (wrong !== null) show(wrong);
      else if (tries > 1) showSoon(tries - 1, isOpen);
    },
    tries === TRIES ? 0 : RETRY_MS,
  );
}

function show(wrong: HTMLElement): void {
  const field = wrong.matches(FOCUSABLE) ? wrong : wrong.querySelector<HTMLElement>(FOCUSABLE);
  (field ?? wrong).focus({ preventScroll: true });
  wrong.scrollIntoView?.({ block: 'center' });
}
