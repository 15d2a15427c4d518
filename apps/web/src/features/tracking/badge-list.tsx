import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { CloseIcon } from '../../ui/close-icon.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import styles from './badge-list.module.css';
import type { TrackVehicle } from './fleet-store.ts';
import { VehicleLabel } from './vehicle-label.tsx';

/** The vehicles in one badge of the map; the first has the focus, Escape closes. */
export function BadgeList({
  vehicles,
  onSelect,
  onClose,
}: {
  readonly vehicles: readonly TrackVehicle[];
  readonly onSelect: (id: number) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector('button')?.focus(), []);
  return (
    <section
      className={cx(
        stack({ ground: 'raised', border: 'line', radius: 'large', shadow: 'high' }),
        styles.badgeList,
      )}
      aria-label={t('track.here')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h2>{t('track.hereCount', { count: vehicles.length })}</h2>
        <Button kind="icon" aria-label={t('track.closeList')} onClick={onClose}>
          <CloseIcon sizePx={20} />
        </Button>
      </header>
      <ul ref={list}>
        {vehicles.map((vehicle) => (
          <li key={vehicle.id}>
            <Button kind="bare" onClick={() => onSelect(vehicle.id)}>
              <VehicleLabel vehicle={vehicle} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
