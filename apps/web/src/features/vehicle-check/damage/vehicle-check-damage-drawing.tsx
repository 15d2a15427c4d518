import type { DamageZone, VehicleType } from '@roadworthy/domain';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import type { Damage } from '../depot/list-kind.ts';
import { DRAWING, markersOf, SHAPES } from './vehicle-shapes.ts';
import './damage.css';

/** A zone is highlighted while it has open damage, and marked differently if all is fixed. */
function toneOf(damages: readonly Damage[], zone: DamageZone): string {
  const there = damages.filter(({ part }) => part === zone);
  if (there.length === 0) return 'drawing-zone';
  return there.some(({ fixed_at: at }) => at === null) ? 'drawing-zone open' : 'drawing-zone fixed';
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
    <figure className="damage-drawing" aria-label={t('vehicleCheck.drawing')}>
      <svg viewBox={`0 0 ${DRAWING.width} ${DRAWING.height}`} aria-hidden="true">
        <clipPath id={clip}>
          <path d={body} />
        </clipPath>
        <path d={beside} className="drawing-beside" />
        <path d={body} className="drawing-body" />
        <g clipPath={`url(#${clip})`}>
          {(Object.keys(zones) as DamageZone[])
            .filter((zone) => zone !== 'underside')
            .map((zone) => (
              <rect key={zone} {...zones[zone]} className={toneOf(damages, zone)} />
            ))}
        </g>
        <path d={lines} className="drawing-lines" />
        <path d={body} className="drawing-outline" />
        <rect {...under} rx="6" className={`${toneOf(damages, 'underside')} under`} />
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
            className={isFixed ? 'damage-number fixed' : 'damage-number'}
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
