import en from '../public/locales/en.json';
import pt from '../public/locales/pt.json';

const portuguese: Readonly<Record<string, string>> = pt;
const shared = new Set(Object.values(portuguese));

/** English texts that differ in Portuguese; those with placeholders are patterns. */
const ENGLISH = Object.entries(en)
  .filter(([key, text]) => portuguese[key] !== text && !shared.has(text) && text.length > 2)
  .map(([, text]) => text);
const WHOLE = new Set(ENGLISH.filter((text) => !text.includes('{')));
const FILLED = ENGLISH.filter((text) => text.replace(/\{\w+\}/g, '').trim().length > 3)
  .filter((text) => text.includes('{'))
  .map((text) => {
    const parts = text.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.+')}$`);
  });

/** English texts of the page, including tooltips and screen-reader texts. */
export function englishTexts(): string[] {
  const found: string[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
  for (const one of document.querySelectorAll('[aria-label], [title], [alt], [placeholder]')) {
    for (const name of ['aria-label', 'title', 'alt', 'placeholder']) {
      found.push(one.getAttribute(name) ?? '');
    }
  }
  return found
    .map((text) => text.trim())
    .filter((text) => WHOLE.has(text) || FILLED.some((pattern) => pattern.test(text)));
}
