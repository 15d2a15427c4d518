import { afterEach, describe, expect, it, vi } from 'vitest';
import { bottomFor, controlsUnder } from './toast-place.ts';

const at = (top: number, height = 40) => ({ top, bottom: top + height });

afterEach(() => {
  document.body.innerHTML = '';
  vi.restoreAllMocks();
});

describe('the position of toasts', () => {
  it('[S-31] is the bottom if they cover nothing there', () =>
    expect(bottomFor(60, 800, [at(100)])).toBe(24));

  it('[S-31] is above the buttons at the bottom of a page, and above further ones', () => {
    expect(bottomFor(60, 800, [at(750)])).toBe(58);
    expect(bottomFor(60, 800, [at(750), at(700)])).toBe(108);
  });

  it('[S-31] is a gap between controls only if they fit', () => {
    expect(bottomFor(60, 800, [at(750), at(640)])).toBe(58);
    expect(bottomFor(60, 800, [at(750), at(660)])).toBe(148);
  });

  it('[S-31] does not exist if controls fill the page', () =>
    expect(bottomFor(60, 200, [at(0, 200)])).toBe(null));

  it('[S-31] considers only visible controls in their columns', () => {
    document.body.innerHTML = `<div class="toasts"><button></button></div>
      <button id="under"></button><button id="beside"></button><button id="hidden"></button>
      <nav inert><button id="inert"></button></nav>`;
    const boxes: Record<string, [number, number]> = {
      under: [300, 400],
      beside: [0, 50],
      inert: [300, 400],
    };
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      if (this.className === 'toasts') return new DOMRect(200, 700, 400, 60);
      const [left, right] = boxes[this.id] ?? [0, 0];
      return new DOMRect(left, 720, right - left, this.id === 'hidden' ? 0 : 40);
    });
    const toasts = document.querySelector('.toasts') as Element;
    expect(controlsUnder(toasts).map(({ top }) => top)).toEqual([720]);
  });
});
