import type { DamageZone, VehicleType } from '@roadworthy/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { cx, look } from '../../../ui/look/look.ts';
import type { Damage } from '../depot/list-kind.ts';
import styles from './damage.module.css';
import { DRAWING, markersOf, SHAPES } from './vehicle-shapes.ts';

/** A zone is highlighted while it has open damage, and marked differently if all is fixed. */
function toneOf(damages: readonly Damage[], zone: DamageZone): string | undefined {
  const there = damages.filter(({ part }) => part === zone);
  if (there.length === 0) return styles.drawingZone;
  return there.some(({ fixed_at: at }) => at === null)
    ? cx(styles.drawingZone, styles.open)
    : cx(styles.drawingZone, styles.fixed);
}

/**
 * A vehicle from above with a number at each damage; the list next to it has the same content as
 * text. Open damage is filled, fixed damage crossed out.
 *
 * @param selectedId the damage selected here or in the list
 */
export function DamageDrawing({
  type,
  damages,
  selectedId,
  onSelect,
}: {
  readonly type: VehicleType;
  readonly damages: readonly Damage[];
  readonly selectedId: number | null;
  readonly onSelect: (id: number) => void;
}) {
  const { t } = useTranslation();
  const clip = useId();
  const { body, beside, lines, zones } = SHAPES[type];
  const under = zones.underside;
  const byId = new Map(damages.map((damage) => [damage.id, damage]));
  return (
    <figure
      className={cx(look({ relative: true, selfX: 'center', margin: 0 }), styles.damageDrawing)}
      aria-label={t('vehicleCheck.drawing')}
    >
      <svg viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`} aria-hidden="true">
        <clipPath id={clip}>
          <path d={body} />
        </clipPath>
        <path d={beside} className={styles.drawingBeside} />
        <path d={body} className={styles.drawingBody} />
        <g clipPath={`url(#${clip})`}>
          {(Object.keys(zones) as DamageZone[])
            .filter((zone) => zone !== 'underside')
            .map((zone) => (
              <rect key={zone} {...zones[zone]} className={toneOf(damages, zone)} />
            ))}
        </g>
        <path d={lines} className={styles.drawingLines} />
        <path d={body} className={styles.drawingOutline} />
        <rect {...under} rx="6" className={cx(toneOf(damages, 'underside'), styles.under)} />
        {!damages.some(({ part }) => part === 'underside') && (
          <text x={under.x + under.width / 2} y={under.y + under.height / 2 + 4}>
            {t('vehicleCheck.zone.underside')}
          </text>
        )}
      </svg>
      {markersOf(damages, type).map(({ id, number, leftPercent, topPercent }) => {
        const damage = byId.get(id);
        const isFixed = damage?.fixed_at !== null;
        return (
          <Button
            key={id}
            kind="bare"
            className={isFixed ? cx(styles.damageNumber, styles.fixed) : styles.damageNumber}
            style={{ left: `${leftPercent}%`, top: `${topPercent}%` }}
            aria-pressed={id === selectedId}
            aria-label={t('vehicleCheck.damageNumber', {
              number,
              zone: t(`vehicleCheck.zone.${damage?.part}`),
              state: t(`vehicleCheck.state.${isFixed ? 'fixed' : 'open'}`),
            })}
            onClick={() => onSelect(id)}
          >
            {number}
          </Button>
        );
      })}
    </figure>
  );
}
