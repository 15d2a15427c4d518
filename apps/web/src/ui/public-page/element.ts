type Child = Node | string | null | false;
type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void) | undefined>>;

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element. These pages use no library, which would be most of their size on a weak network.
 *
 * @param attributes a text, true for an attribute without value, a function for an event (`onclick`);
 *   false and undefined are omitted
 * @param children texts, which are never parsed as HTML, and elements; null and false are omitted
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

/** A line drawing on a 24-pixel grid, hidden from screen readers. */
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
