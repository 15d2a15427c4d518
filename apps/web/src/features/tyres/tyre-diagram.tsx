import { CircleCheck, CircleDashed, CircleHelp, OctagonX, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, row, stack } from '../../ui/look/look.ts';
import { tyrePosition } from '../../ui/tyre-position.ts';
import styles from './tyre-diagram.module.css';
import { useTyreTexts } from './tyre-words.tsx';
import type { VehicleTyres, WheelPosition } from './tyres.ts';

const ICONS = {
  empty: CircleDashed,
  now: OctagonX,
  soon: TriangleAlert,
  good: CircleCheck,
  unknown: CircleHelp,
} as const;

/** The state of a position: that of its tyre, or empty. */
const stateOf = ({ tyre }: WheelPosition) => (tyre === null ? 'empty' : (tyre.state ?? 'unknown'));

function Wheel({
  wheel,
  isChosen,
  onChoose,
}: {
  readonly wheel: WheelPosition;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const state = stateOf(wheel);
  const Icon = ICONS[state];
  const { is_pressure_low, pressure_kpa, tread_mm, tyre } = wheel;
  const values = [
    ...(tread_mm === null ? [] : [texts.tread(tread_mm)]),
    ...(pressure_kpa === null ? [] : [texts.pressure(pressure_kpa)]),
  ];
  return (
    <Button
      kind="bare"
      className={cx(
        stack({
          gap: 'half',
          items: 'center',
          radius: 'medium',
          ground: 'surface',
          breaks: true,
        }),
        styles.wheel,
        state === 'empty' && styles.empty,
      )}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <small>{tyrePosition(wheel.position, t)}</small>
      <span>
        <Icon size={16} aria-hidden="true" /> {t(`tyres.wheel.${state}`)}
      </span>
      {tyre !== null && <small>{tyre.serial}</small>}
      {values.map((value) => (
        <span key={value} className={look({ weight: 'strong' })}>
          {value}
        </span>
      ))}
      {is_pressure_low === true && (
        <span>
          <TriangleAlert size={16} aria-hidden="true" /> {t('tyres.pressureLow')}
        </span>
      )}
    </Button>
  );
}

/** The axles of a vehicle from the front, with a button for each position. */
export function TyreDiagram({
  of,
  chosen,
  onChoose,
}: {
  readonly of: VehicleTyres;
  readonly chosen: string | null;
  readonly onChoose: (position: string) => void;
}) {
  const { t } = useTranslation();
  const wheel = (one: WheelPosition) => (
    <Wheel
      key={one.position}
      wheel={one}
      isChosen={chosen === one.position}
      onChoose={() => onChoose(one.position)}
    />
  );
  const spares = of.positions.filter(({ axle }) => axle === null);
  return (
    <>
      <ol
        className={stack({ list: true, gap: 3, margin: 0, padding: 0, width: 'full' })}
        aria-label={t('tyres.axles')}
      >
        {of.axles.map(({ axle, is_steered }) => {
          const wheels = of.positions.filter((one) => one.axle === axle);
          const side = (name: WheelPosition['side']) => wheels.filter((one) => one.side === name);
          return (
            <li key={axle} className={styles.axle}>
              <div className={row({ wrap: true, gap: 1, minWidth: 0, justify: 'end' })}>
                {[...side('nearside'), ...side('middle')].map(wheel)}
              </div>
              <small className={styles.beam}>
                {t(is_steered ? 'tyres.axleSteered' : 'tyres.axle', { axle })}
              </small>
              <div className={row({ wrap: true, gap: 1, minWidth: 0 })}>
                {side('offside').map(wheel)}
              </div>
            </li>
          );
        })}
      </ol>
      {spares.length > 0 && <div className={row({ wrap: true, gap: 2 })}>{spares.map(wheel)}</div>}
    </>
  );
}
