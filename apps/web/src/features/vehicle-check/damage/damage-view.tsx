import { formatDate } from '@roadworthy/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { cx, look, stack } from '../../../ui/look/look.ts';
import { SHORT_LINE } from '../../../ui/look/looks.ts';
import type { Damage } from '../depot/list-kind.ts';
import { Photographs } from '../report/vehicle-check-report-photographs.tsx';
import { DamageSeverityBadge, DamageStateBadge } from '../vehicle-check-badges.tsx';
import styles from './damage.module.css';
import { FixButton } from './fix-button.tsx';
import { DamageDrawing } from './vehicle-check-damage-drawing.tsx';

function Entry({
  damage,
  number,
  isSelected,
  mayFix,
  onSelect,
}: {
  readonly damage: Damage;
  readonly number: number;
  readonly isSelected: boolean;
  readonly mayFix: boolean;
  readonly onSelect: () => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { part, severity, fixed_at: fixedAt, fixed_by: fixedBy } = damage;
  const day = (utc: string) => formatDate(Date.parse(utc), dates);
  return (
    <li className={isSelected ? cx(styles.damageEntry, styles.selected) : styles.damageEntry}>
      <Button
        kind="bare"
        className={styles.damageHead}
        aria-pressed={isSelected}
        onClick={onSelect}
      >
        <span
          className={fixedAt === null ? styles.damageBadge : cx(styles.damageBadge, styles.fixed)}
        >
          {number}
        </span>
        <strong>{t(`vehicleCheck.zone.${part}`)}</strong>
      </Button>
      <span className={look(SHORT_LINE)}>
        <DamageSeverityBadge severity={severity} />
        <DamageStateBadge fixedAt={fixedAt} />
      </span>
      <p>{damage.description}</p>
      <p className={look({ tone: 'quiet' })}>
        {t('vehicleCheck.reportedBy', {
          who: damage.reported_by,
          when: day(damage.reported_at),
        })}
      </p>
      {fixedAt !== null && (
        <p className={look({ tone: 'quiet' })}>
          {fixedBy === null
            ? t('vehicleCheck.fixedOn', { when: day(fixedAt) })
            : t('vehicleCheck.fixedBy', { who: fixedBy, when: day(fixedAt) })}
        </p>
      )}
      <Photographs addresses={damage.photos} />
      {mayFix && <FixButton damage={damage} />}
    </li>
  );
}

/** Damage on the drawing of the vehicle, next to its list; either can select one. */
export function DamageView({
  damages,
  mayFix,
}: {
  readonly damages: readonly Damage[];
  readonly mayFix: boolean;
}) {
  const { t } = useTranslation();
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [first] = damages;
  if (first === undefined)
    return <p className={look({ tone: 'quiet' })}>{t('vehicleCheck.noDamages')}</p>;
  return (
    <div className={stack({ gap: 4 })}>
      <DamageDrawing
        type={first.vehicle.type}
        damages={damages}
        selectedId={selectedId}
        onSelect={setSelectedId}
      />
      <ol className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
        {damages.map((damage, n) => (
          <Entry
            key={damage.id}
            damage={damage}
            number={n + 1}
            isSelected={damage.id === selectedId}
            mayFix={mayFix}
            onSelect={() => setSelectedId(damage.id)}
          />
        ))}
      </ol>
    </div>
  );
}
