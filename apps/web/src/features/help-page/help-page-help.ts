import { served } from '../../api/bases.ts';
import { Early } from '../../ui/public-page/early.ts';
import { drawing, element } from '../../ui/public-page/element.ts';
import { speakFor, spinner } from '../../ui/public-page/frame.ts';
import { t } from '../../ui/public-page/texts.ts';
import { type HelpState, loadHelp } from './help-state.ts';

const SIGNS = {
  phone:
    'M6 3h4l2 5-2.5 1.5a11 11 0 0 0 5 5L16 12l5 2v4a2 2 0 0 1-2 2A16 16 0 0 1 4 5a2 2 0 0 1 2-2z',
  accident: 'M12 3l9.5 17h-19zM12 10v4M12 17h.01',
  documents: 'M6 3h9l4 4v14H6zM14 3v5h5M9 13h7M9 17h7',
} as const;

/** The code in the URL (K-P01): `/help/vehicle/{qrid}`, `/help?qrid=`, `/safety?qrid=`. */
export function codeOf({ pathname, search }: { pathname: string; search: string }): string | null {
  const [, inPath] = /help\/vehicle\/([^/]+)\/?$/.exec(pathname) ?? [];
  const code = inPath ?? new URLSearchParams(search).get('qrid') ?? '';
  return code.trim() === '' ? null : decodeURIComponent(code.trim());
}

const early = new Early<HelpState>();

/** Starts loading the data of a code while the texts load. */
export function askHelpEarly(qrid: string | null): void {
  if (qrid !== null) early.ask(qrid, () => loadHelp(qrid));
}

/** Only images of this origin or inline ones: a public page makes no requests to third parties. */
function logo(source: string | null | undefined, name: string): HTMLElement | null {
  const isOurs = source?.startsWith('/') === true && !source.startsWith('//');
  if (source == null || !(isOurs || source.startsWith('data:image/'))) return null;
  return element('img', { class: 'help-logo', src: served(source), alt: name });
}

function call(text: string, phone: string | null | undefined, isMain = false): HTMLElement | null {
  if (phone == null || phone === '') return null;
  return element(
    'a',
    {
      class: `public-button large${isMain ? ' primary' : ''}`,
      href: `tel:${phone.replace(/[^\d+]/g, '')}`,
    },
    drawing(SIGNS.phone),
    element('span', {}, text),
    element('span', { class: 'help-phone' }, phone),
  );
}

function link(sign: keyof typeof SIGNS, text: string, href: string): HTMLElement {
  const content = [drawing(SIGNS[sign]), element('span', {}, text)];
  return element('a', { class: 'public-button large', href }, ...content);
}

function faqs({ faq_list: list, management_company: company }: HelpState): HTMLElement | null {
  if (list.length === 0 || company?.faqs === false) return null;
  return element(
    'section',
    { class: 'public-section' },
    element('h2', {}, t('help.faqs')),
    ...list.map(({ question, answer }) =>
      element(
        'details',
        { class: 'help-faq' },
        element('summary', {}, question),
        element('p', {}, answer),
      ),
    ),
  );
}

function page(state: HelpState): (HTMLElement | null)[] {
  const { customer, management_company: company, vehicle, qr_code: code } = state;
  if (customer === null || vehicle === null || code === null) return [];
  const registration = vehicle.registration.toUpperCase();
  document.title = `${t('help.title')} · ${registration}`;
  const qrid = encodeURIComponent(code.qrid);
  const livery = vehicle.livery_category?.category_name ?? null;
  return [
    element(
      'div',
      { class: 'help-logos' },
      logo(customer.logo, customer.name),
      logo(company?.logo, t('help.company')),
    ),
    element('h1', { class: 'public-plate' }, registration),
    element(
      'p',
      { class: 'public-quiet' },
      [customer.name, livery].filter((text) => text !== null && text !== '').join(' · '),
    ),
    element(
      'nav',
      { class: 'public-actions', 'aria-label': t('help.title') },
      call(t('help.breakdown'), company?.break_down_phone, true),
      call(t('help.maintenance'), customer.maintenance_control.phone),
      state.accident_reporting_enabled
        ? link('accident', t('help.accident'), `/help/report_accident?qrid=${qrid}`)
        : null,
      link('documents', t('qr.documents'), `/qr?qrid=${qrid}`),
    ),
    faqs(state),
  ];
}

function errors(keys: readonly string[], onRetry: () => void): HTMLElement {
  return element(
    'section',
    { class: 'public-notice', role: 'alert' },
    element('h1', { class: 'public-message' }, t('help.title')),
    ...keys.map((key) => element('p', {}, t(key))),
    element(
      'button',
      { type: 'button', class: 'public-button', onclick: onRetry },
      t('action.retry'),
    ),
  );
}

/** The public help page (K-01 to K-16, K-P02). */
export async function showHelp(main: HTMLElement, qrid: string | null): Promise<void> {
  if (qrid === null) {
    const text = t('help.qr.missing');
    main.replaceChildren(
      element('h1', { class: 'public-message' }, t('help.title')),
      element('p', { role: 'alert' }, text),
    );
    return;
  }
  // Requirement K-P01: the other URLs redirect to this one.
  const address = `/help/vehicle/${encodeURIComponent(qrid)}`;
  if (location.pathname !== address) history.replaceState(null, '', address);
  main.replaceChildren(spinner());
  const state = await early.take(qrid, () => loadHelp(qrid));
  if (state.error.length > 0) {
    main.replaceChildren(errors(state.error, () => void showHelp(main, qrid)));
    return;
  }
  speakFor(state.own_texts);
  main.replaceChildren(...page(state).filter((part) => part !== null));
}
