import { ApiError } from '../../api/api-error.ts';
import { ask } from '../../ui/public-page/ask.ts';
import { Early } from '../../ui/public-page/early.ts';
import { drawing, element } from '../../ui/public-page/element.ts';
import { notice, speakFor, spinner } from '../../ui/public-page/frame.ts';
import { t } from '../../ui/public-page/texts.ts';
import { activityCard } from './activity-card.ts';
import { checkCard, latestCheck } from './check-card.ts';
import { inspectionAddress, queryOf, type Visit, visitOf } from './qr-codes-visit.ts';

type Documents = Awaited<ReturnType<typeof ask<'documentLatest'>>>;
type Check = Awaited<ReturnType<typeof latestCheck>>;

const SIGNS = {
  inspection: 'M9 3h6v3H9zM6 5H5v16h14V5h-1M9 13l2 2 4-5',
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  walkaround: 'M4 6l2 2 3-4M4 13l2 2 3-4M4 20l2 2 3-4M13 6h8M13 13h8M13 20h8',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.4-1 .9-1 1.7M12 17h.01',
} as const;

interface Facts {
  readonly documents: Documents;
  readonly check: Check;
  /** Address of the app of safety inspections; null where it is not configured. */
  readonly inspections: string | null;
}

/** Everything at once: each answer waited for alone would cost a weak network its way there and back. */
async function factsOf(visit: Visit): Promise<Facts> {
  const [documents, check, config] = await Promise.all([
    ask('documentLatest', queryOf(visit)),
    latestCheck(visit),
    // Without it the page still shows the documents.
    ask('config').catch(() => null),
  ]);
  return { documents, check, inspections: config?.external_apps.SAFETY_INSPECTION ?? null };
}

const early = new Early<Facts>();

/** Asks for what the page of an address will show, while its texts are on their way. */
export function askLandingEarly(search: string): void {
  const visit = visitOf(search);
  if (visit !== null) early.ask(JSON.stringify(visit), () => factsOf(visit));
}

function action(sign: keyof typeof SIGNS, text: string, href: string | null): HTMLElement {
  const content = [drawing(SIGNS[sign]), element('span', {}, text)];
  if (href !== null) return element('a', { class: 'public-button large', href }, ...content);
  return element(
    'button',
    { type: 'button', class: 'public-button large', disabled: true, title: t('qr.notConfigured') },
    ...content,
  );
}

function page(visit: Visit, { documents, check, inspections }: Facts): HTMLElement[] {
  const { vehicle, latest_vehicle_activities: latest } = documents;
  const registration = (vehicle?.registration ?? visit.registration ?? '').toUpperCase();
  document.title = `${registration} · ${t('app.name')}`;
  const { qrid } = visit;
  return [
    element('h1', { class: 'public-plate' }, registration),
    element(
      'nav',
      { class: 'public-actions', 'aria-label': t('qr.title') },
      action(
        'inspection',
        t('qr.startInspection'),
        inspectionAddress(inspections, vehicle?.id ?? visit.vehicleId),
      ),
      qrid !== null &&
        action('walkaround', t('qr.walkaround'), `/check?qrid=${encodeURIComponent(qrid)}`),
      action('home', t('qr.datalive'), '/'),
      qrid !== null && action('help', t('qr.help'), `/help/vehicle/${encodeURIComponent(qrid)}`),
    ),
    element(
      'section',
      { class: 'public-section' },
      element('h2', {}, t('qr.documents')),
      checkCard(visit, check, registration),
      ...(latest.length === 0
        ? [element('p', { class: 'public-quiet' }, t('qr.none'))]
        : latest.map((activity) => activityCard(visit, activity))),
    ),
  ];
}

async function load(main: HTMLElement, visit: Visit): Promise<void> {
  const top =
    visit.registration === null
      ? []
      : [element('h1', { class: 'public-plate' }, visit.registration)];
  main.replaceChildren(...top, spinner());
  try {
    const facts = await early.take(JSON.stringify(visit), () => factsOf(visit));
    speakFor(facts.documents.own_texts);
    main.replaceChildren(...page(visit, facts));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      main.replaceChildren(notice(t('qr.gone'), t('qr.goneText')));
      return;
    }
    const isOffline = error instanceof ApiError && error.status === 0;
    const text = isOffline ? t('qr.offline') : (error as Error).message;
    main.replaceChildren(notice(t('qr.failed'), text, () => void load(main, visit)));
  }
}

/** The public landing page of a vehicle (area J). */
export async function showLanding(main: HTMLElement, search: string): Promise<void> {
  const visit = visitOf(search);
  if (visit === null) {
    main.replaceChildren(element('h1', { class: 'public-message' }, t('qr.noRegistration')));
    return;
  }
  await load(main, visit);
}
