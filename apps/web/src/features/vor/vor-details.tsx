import { formatDate, formatDateTime } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useDisplay, useMoney } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { TrailEntry } from '../../ui/history/trail-entry.tsx';
import { cx, row, stack } from '../../ui/look/look.ts';
import { OrdersOf, type OrdersOfRecord } from '../work-orders/orders-of.tsx';
import { PdfButton } from './pdf-button.tsx';
import type { VorEntry } from './use-vor.ts';
import styles from './vor.module.css';
import { VorStateBadge } from './vor-state-badge.tsx';

type Change = VorEntry['trail'][number]['changes'][number];

const MOMENTS: ReadonlySet<string> = new Set(['since', 'returned']);

/** A change of the timeline as text: days and times in the user's format. */
function useChangeText() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const value = (field: string, text: string): string => {
    if (MOMENTS.has(field)) return formatDateTime(Date.parse(text), dates);
    if (field === 'expected_back') {
      return formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' });
    }
    return field === 'reason' ? t(`record.vor.reason.${text}`) : text;
  };
  return ({ field, before, after }: Change): string => {
    const name = t(`vor.field.${field}`);
    const now = after === null ? t('vor.nothing') : value(field, after);
    return before === null ? `${name}: ${now}` : `${name}: ${value(field, before)} → ${now}`;
  };
}

function TimeLine({ trail }: { readonly trail: VorEntry['trail'] }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const changeText = useChangeText();
  return (
    <section aria-labelledby="vor-trail">
      <h3 id="vor-trail">{t('vor.trail')}</h3>
      <ol
        data-part="vor-trail"
        className={cx(stack({ gap: 3, margin: 0, padding: 0, list: true }), styles.vorTrail)}
      >
        {trail.map(({ id, at, by, action, note, changes }) => (
          <TrailEntry
            key={id}
            action={t(`vor.action.${action}`)}
            by={t('vor.by', { who: by, when: formatDateTime(Date.parse(at), dates) })}
            quietClass={styles.vorQuiet}
            note={note}
            changes={changes.map((change) => ({ field: change.field, text: changeText(change) }))}
          />
        ))}
      </ol>
    </section>
  );
}

/** The orders of the defect or inspection that took the vehicle off the road, else of the vehicle. */
function ordersOf({ record_id: id, record_kind: kind, vehicle }: VorEntry): OrdersOfRecord {
  if (id === null) return { vehicle: vehicle.id };
  return kind === 'defect' ? { defect: id } : { inspection: id };
}

/** The details of an entry, its timeline, and its actions. */
export function VorDetails({ one: entry }: { readonly one: VorEntry }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const money = useMoney();
  const facts = [
    [t('vor.offRoadSince'), formatDateTime(Date.parse(entry.off_road_at), dates)],
    [t('vor.days'), String(entry.days)],
    ...(entry.cost === null ? [] : [[t('vor.cost'), money(entry.cost)] as const]),
    ...(entry.returned_at === null
      ? []
      : [[t('vor.state.returned'), formatDateTime(Date.parse(entry.returned_at), dates)] as const]),
  ] as const;
  return (
    <div className={stack({ gap: 4 })}>
      <p className={row({ wrap: true, align: 'center', gap: 3, margin: 0 })}>
        <VorStateBadge entry={entry} />
        <VehicleLink vehicle={entry.vehicle} />
        <Link
          to="/vehicle-file/activity"
          search={{ vehicleId: String(entry.vehicle.id) } as never}
          className="link-button"
        >
          {t('vor.vehicleFile')}
        </Link>
        <PdfButton entry={entry} />
      </p>
      <FactList className={cx(stack({ gap: 4, margin: 0 }), styles.vorFacts)} facts={facts} />
      <OrdersOf of={ordersOf(entry)} vehicle={entry.vehicle} title={entry.note} />
      <TimeLine trail={entry.trail} />
    </div>
  );
}
