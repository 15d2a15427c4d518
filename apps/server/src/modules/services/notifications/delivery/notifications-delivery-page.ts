import { createHash } from 'node:crypto';
import { referenceOf, textOf } from '../../../../platform/texts.ts';
import type { Unsubscribing } from './notifications-delivery.service.ts';

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:32rem;margin:15vh auto;padding:0 16px}
button{min-height:44px;padding:0 20px;font:inherit;font-weight:600}`;

/** Allows only this page's own style, and its form to this server. */
export const PAGE_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(STYLE)
  .digest('base64')}'; form-action 'self'; frame-ancestors 'none'`;

const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The page of an unsubscribe link. It asks first, so that link scanners do not unsubscribe anyone.
 */
export function unsubscribePage({ email, type, wording, isDone }: Unsubscribing): string {
  const values = { email, title: textOf(wording, `notification.type.${type}`) };
  const text = (key: 'title' | 'ask' | 'done' | 'button') =>
    escaped(textOf(wording, `notification.unsubscribe.${key}`, values));
  const form = `<form method="post"><button type="submit">${text('button')}</button></form>`;
  return `<!doctype html>
<html lang="${referenceOf(wording)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${text('title')}</title><style>${STYLE}</style></head>
<body><main><h1>${text('title')}</h1><p>${text(isDone ? 'done' : 'ask')}</p>${isDone ? '' : form}</main></body>
</html>`;
}
