/** Distance from the window's bottom, and between a toast and what it must not cover; px. */
const GAP_PX = 24;
const SPACE_PX = 8;

interface Range {
  readonly top: number;
  readonly bottom: number;
}

/**
 * The lowest position of toasts in which they cover no control.
 *
 * @param height of the toasts, px
 * @param room height of the window, px
 * @param controls in the columns of the toasts, in px from the window's top
 * @returns the distance from the bottom of the window; null if there is no space
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

/** Selector of controls and drawing areas. */
const ACTIONS = 'button, a[href], summary, dialog canvas, [data-modal] canvas';
const CONTROLS = `${ACTIONS}, input, select, textarea`;

/** The controls of an element in the columns of the toasts. */
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
 * The position of toasts on a page or dialog: without covering a control; if a form has no such space, over
 * its fields but not over buttons.
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
