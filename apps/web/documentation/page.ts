import { Marked, type Token, type Tokens } from 'marked';
import type { Part } from './contents.ts';

/** A rendered page of the documentation. */
export interface DocumentationPage {
  readonly title: string;
  readonly html: string;
}

/** The anchor of a heading, as GitHub makes it: `Street maps` becomes `street-maps`. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The address of a link on a page; null for a file that is not part of the documentation, such as
 * source code.
 *
 * @param from name of the page
 * @param names names of all pages, paths below `docs` without `.md`
 */
export function linkedAddress(
  href: string,
  from: string,
  names: Pick<ReadonlySet<string>, 'has'>,
): string | null {
  if (/^(https?:|#)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `http://docs/docs/${from}`);
  const page = /^\/docs\/(.+)\.md$/.exec(pathname)?.[1];
  return page !== undefined && names.has(page) ? `/docs/${page}.html${hash}` : null;
}

/** The text of a heading or a table cell without its marks. */
const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : token.raw))
    .join('')
    .replaceAll('`', '');

function markdown(name: string, names: Pick<ReadonlySet<string>, 'has'>): Marked {
  const used = new Map<string, number>();
  return new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const anchor = anchorOf(plainText(tokens));
        const count = used.get(anchor) ?? 0;
        used.set(anchor, count + 1);
        const id = count === 0 ? anchor : `${anchor}-${count}`;
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const address = linkedAddress(href, name, names);
        return address === null ? text : `<a href="${escaped(address)}">${text}</a>`;
      },
      // Text between angle brackets is a placeholder, not HTML.
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escaped(text),
    },
  });
}

/** A table can be wider than a phone: it scrolls by itself, by keyboard too. */
const scrolling = (html: string): string =>
  html
    .replaceAll(
      '<table>',
      '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>',
    )
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');

function contents(parts: readonly Part[], titles: ReadonlyMap<string, string>, name: string) {
  const entry = (page: string) => {
    const current = page === name ? ' aria-current="page"' : '';
    return `<li><a href="/docs/${page}.html"${current}>${escaped(titles.get(page) ?? page)}</a></li>`;
  };
  return parts
    .map(({ title, pages }) => `<h2>${escaped(title)}</h2><ul>${pages.map(entry).join('')}</ul>`)
    .join('\n');
}

/** The title of a page: its first heading. */
export const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? '';

/**
 * Renders a page of the documentation.
 *
 * @param name path below `docs`, without `.md`
 * @param text its Markdown
 * @param titles titles of all pages, by name
 */
export function documentationPage(
  name: string,
  text: string,
  parts: readonly Part[],
  titles: ReadonlyMap<string, string>,
): DocumentationPage {
  const title = titleOf(text);
  const body = scrolling(markdown(name, titles).parse(text, { async: false }));
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/documentation.css">
<title>${escaped(title)} – Roadworthy</title>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><a href="/home">Roadworthy</a><span>Documentation</span><a class="to-contents" href="#contents">Contents</a></header>
<div class="columns">
<nav id="contents" aria-label="Contents">
${contents(parts, titles, name)}
</nav>
<main id="main" tabindex="-1">
${body}
</main>
</div>
</body>
</html>
`;
  return { title, html };
}
