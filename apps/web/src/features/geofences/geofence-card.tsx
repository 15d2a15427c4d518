import { type DistanceUnit, formatDistance, formatNumber, formatSpeed } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { useAddress } from '../../ui/use-address.ts';
import geofenceStyles from './geofence.module.css';
import styles from './geofence-card.module.css';
import { areaM2, type Geofence, lengthM } from './geofences-shape.ts';
import { GroupsDialog } from './groups-dialog.tsx';
import { useGeofenceChange } from './use-geofence-change.ts';
import { useCategories, useGroups } from './use-geofences.ts';

type Translate = ReturnType<typeof useTranslation>['t'];
const M2_PER_HECTARE = 10_000;

/** The size: the radius of a circle, length and width of a corridor, the area of a polygon. */
function sizeText(geofence: Geofence, unit: DistanceUnit, t: Translate, locale: string): string {
  const { shape, points, holes, radius } = geofence;
  const number = (value: number) => formatNumber(Math.round(value * 10) / 10, locale);
  if (shape === 'circle') return t('geofence.sizeCircle', { radius: number(radius ?? 0) });
  if (shape === 'corridor') {
    const length = formatDistance(lengthM(points), unit, locale, 1);
    return t('geofence.sizeCorridor', { length, radius: number(radius ?? 0) });
  }
  const area = holes.reduce((rest, hole) => rest - areaM2(hole), areaM2(points)) / M2_PER_HECTARE;
  return t('geofence.sizePolygon', { area: number(area), corners: points.length });
}

function alertTexts(
  geofence: Geofence,
  unit: DistanceUnit,
  t: Translate,
  locale: string,
): string[] {
  const { alert_dwell_min: dwell, speed_limit_kmh: limit } = geofence;
  return [
    ...(geofence.alert_on_entry ? [t('geofence.onEntry')] : []),
    ...(geofence.alert_on_exit ? [t('geofence.onExit')] : []),
    ...(dwell === null ? [] : [t('geofence.dwellOver', { minutes: dwell })]),
    ...(limit === null
      ? []
      : [t('geofence.speedOver', { speed: formatSpeed(limit, unit, locale) })]),
  ];
}

function Facts({ geofence }: { readonly geofence: Geofence }) {
  const { t } = useTranslation();
  const { unit, locale } = useDisplay();
  const groups = useGroups().data ?? [];
  const category = useCategories().data?.find(({ id }) => id === geofence.category)?.name;
  const names = groups.filter(({ id }) => geofence.groups.includes(id));
  const facts: React.ComponentProps<typeof FactList>['facts'] = [
    [t('geofence.kind'), t(`geofence.shape.${geofence.shape}`)],
    [t('geofence.size'), sizeText(geofence, unit, t, locale)],
    [t('geofence.category'), category ?? t('geofence.noCategory')],
    [t('geofence.groups'), names.map(({ GroupName }) => GroupName).join(', ') || t('choice.none')],
    [t('geofence.alerts'), alertTexts(geofence, unit, t, locale).join(', ') || t('choice.none')],
  ];
  return (
    <FactList className={cx(stack({ gap: 3, margin: 0 }), styles.geofenceFacts)} facts={facts} />
  );
}

/** Details and actions of a geofence (M-18, M-23). */
export function GeofenceCard({
  geofence,
  mayWrite,
  onClose,
}: {
  readonly geofence: Geofence;
  readonly mayWrite: boolean;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [, setAddress] = useAddress();
  const [dialog, setDialog] = useState<'groups' | 'remove' | null>(null);
  const run = useGeofenceChange(geofence, onClose);
  const remove = () => run(() => api.geofences.remove({ params: { id: geofence.id } }));
  return (
    <section
      className={cx(
        stack({ gap: 4, paddingX: 4, paddingTop: 2, paddingBottom: 6 }),
        styles.geofenceCard,
      )}
      aria-label={geofence.name}
    >
      <Button kind="link" className={styles.geofenceBack} onClick={onClose}>
        {t('geofence.back')}
      </Button>
      <h2>
        <span
          className={cx(
            look({ flow: 'inlineBlock', rigid: true, border: 'strong', radius: 'small' }),
            geofenceStyles.swatch,
          )}
          style={{ background: geofence.colour }}
          aria-hidden="true"
        />
        {geofence.name}
      </h2>
      <Facts geofence={geofence} />
      <div className={row({ wrap: true, gap: 2 })}>
        {mayWrite && (
          <>
            <Button kind="primary" onClick={() => setAddress({ edit: 'change' })}>
              {t('geofence.edit')}
            </Button>
            <Button onClick={() => setDialog('groups')}>{t('geofence.intoGroups')}</Button>
          </>
        )}
        <Button onClick={() => setAddress({ tab: 'visits' })}>{t('geofence.tab.visits')}</Button>
        {mayWrite && <Button onClick={() => setDialog('remove')}>{t('geofence.remove')}</Button>}
      </div>
      {dialog === 'groups' && <GroupsDialog geofence={geofence} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && (
        <ConfirmDialog
          title={t('geofence.removeTitle', { name: geofence.name })}
          message={t('geofence.removeText')}
          onAnswer={(isConfirmed) => {
            setDialog(null);
            if (isConfirmed) void remove();
          }}
        />
      )}
    </section>
  );
}
