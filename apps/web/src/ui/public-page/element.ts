type Child = Node | string | null | false;
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void) | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Makes an element. These pages are small enough to do without a library, which would be most of what a
 * phone on a weak network has to load.
 *
 * @param attributes a text as it is, true for one without value, a function for an event (`onclick`);
 *   false and undefined are left out
 * @param children texts, which are never read as HTML, and elements; null and false are left out
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (typeof value === 'string') made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== false));
  return made;
}

/** A line drawing on a 24-pixel grid, which says nothing to readers. */
export function drawing(path: string): SVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  const attributes = {
    viewBox: '0 0 24 24',
    width: '20',
    height: '20',
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': '2',
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  for (const [key, value] of Object.entries(attributes)) svg.setAttribute(key, value);
  const line = document.createElementNS(SVG, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
