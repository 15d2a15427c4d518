import type { Page } from '@playwright/test';

/** Descriptions of the elements outside the window that cannot be scrolled into view. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = document.documentElement;
    const found: string[] = [];
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} wide`);
    const HIDDEN = '[inert], .visually-hidden, .skip-link, .maplibregl-map, [aria-hidden=true]';
    const CONTROLS = 'button, a[href], input, select, textarea';
    /** Whether an ancestor scrolls on this axis, so that the element can be scrolled into view. */
    const scrolls = (element: Element, axis: 'overflowX' | 'overflowY') => {
      for (let one = element.parentElement; one !== null; one = one.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(one)[axis])) return true;
        if (axis === 'overflowY' && getComputedStyle(one).position === 'fixed') return false;
      }
      return axis === 'overflowY' && scrollHeight > clientHeight;
    };
    const hasText = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '');
    for (const element of document.querySelectorAll('body *')) {
      if (!element.matches(CONTROLS) && !hasText(element)) continue;
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || !element.checkVisibility({ visibilityProperty: true }))
        continue;
      if (element.closest(HIDDEN) !== null) continue;
      const isWide = left < -1 || right > clientWidth + 1;
      const isHigh = top < -1 || bottom > clientHeight + 1;
      if (isWide && !scrolls(element, 'overflowX'))
        found.push(`${element.outerHTML.slice(0, 120)} from ${left} to ${right}`);
      else if (isHigh && !scrolls(element, 'overflowY'))
        found.push(`${element.outerHTML.slice(0, 120)} from ${top} down to ${bottom}`);
    }
    return found;
  });
