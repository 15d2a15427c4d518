/** Distance from the window's bottom, and between a toast and what it must not cover; px. */
const GAP_PX = 24;
const SPACE_PX = 8;

interface Range {
  readonly top: number;
  readonly bottom: number;
}

/**
 * Where toasts stand so that they cover no control: as low as they can.
 *
 * @param height of the toasts, px
 * @param room height of the window, px
 * @param controls in the columns of the toasts, in px from the window's top
 * @returns the distance from the window's bottom; null where controls leave no room at all
 */
export function bottomFor(height: number, room: number, controls: readonly Range[]): number | null {
  let bottom = GAP_PX;
  while (room - bottom - height >= 0) {
    const edge = room - bottom;
    const covered = controls.filter((one) => one.bottom > edge - height && one.top < edge);
    if (covered.length === 0) return bottom;
    bottom = room - Math.min(...covered.map(({ top }) => top)) + SPACE_PX;
  }
  return null;
}

/** What does something when it is pressed, or is drawn on. */
const ACTIONS = 'button, a[href], summary, dialog canvas';
const CONTROLS = `${ACTIONS}, input, select, textarea`;

/** The controls of a part of the page that lie in the columns of the toasts. */
export function controlsUnder(
  toasts: Element,
  page: ParentNode = document,
  controls = CONTROLS,
): Range[] {
  const { left, right } = toasts.getBoundingClientRect();
  return [...page.querySelectorAll(controls)].flatMap((control) => {
    if (toasts.contains(control) || control.closest('[inert]') !== null) return [];
    const box = control.getBoundingClientRect();
    const isSeen = box.width > 1 && box.height > 1;
    return isSeen && box.right > left && box.left < right ? [box] : [];
  });
}

/**
 * Where toasts stand above a page or a dialog: where they cover no control; where a form leaves no such
 * room, over its fields but over nothing that is pressed.
 *
 * @param room height of the window, px
 * @returns the distance from the window's bottom, px
 */
export function placeFor(toasts: HTMLElement, room: number, page: ParentNode): number {
  const { offsetHeight: height } = toasts;
  return (
    bottomFor(height, room, controlsUnder(toasts, page)) ??
    bottomFor(height, room, controlsUnder(toasts, page, ACTIONS)) ??
    GAP_PX
  );
}
