import { DESIGN_TOKENS } from '@roadworthy/domain';
import type { Mail } from '../../../platform/mail/index.ts';
import { referenceOf, textOf, type Wording } from '../../../platform/texts.ts';
import { escapeHtml } from './form-page.ts';

/** Screens that the links in e-mails open (requirement D-P01). */
const SCREENS = { reset: 'reset_password_key', set: 'set_password' } as const;

/** The e-mail with the link to choose a password, in the language of the user. */
export function passwordMail(
  publicUrl: string,
  user: { email: string; first_name: string },
  wording: Wording,
  purpose: 'reset' | 'set',
  token: string,
): Mail {
  const link = `${publicUrl}/${SCREENS[purpose]}?token=${encodeURIComponent(token)}`;
  const subject = textOf(wording, `mail.${purpose}.subject`);
  const text = textOf(wording, `mail.${purpose}.body`, { name: user.first_name, link });
  const button = escapeHtml(textOf(wording, `mail.button.${purpose}`));
  const anchor = `<a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;background:${DESIGN_TOKENS.light.accent};color:${DESIGN_TOKENS.light['on-accent']};border-radius:8px;text-decoration:none;font-weight:600">${button}</a>`;
  const paragraphs = text.split('\n\n').map((part) => {
    const content = part === link ? anchor : escapeHtml(part).replaceAll('\n', '<br>');
    return `<p style="margin:0 0 16px">${content}</p>`;
  });
  const html = `<!doctype html><html lang="${referenceOf(wording)}"><body style="margin:0;padding:32px;font:16px/1.5 system-ui,sans-serif;color:${DESIGN_TOKENS.light.text}"><p style="margin:0 0 24px;font-weight:600">Roadworthy</p>${paragraphs.join('')}</body></html>`;
  return { to: user.email, subject, text, html };
}
