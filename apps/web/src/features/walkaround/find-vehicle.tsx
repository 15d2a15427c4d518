import { useEffect, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { smallLater } from '../../ui/later/small-later.tsx';
import { stack } from '../../ui/look/look.ts';
import { t } from '../../ui/page-texts/texts.ts';
import { canScan, QR_CODES } from '../../ui/scan/scan.ts';
import styles from './walkaround.module.css';
import { findVehicles, knownVehicles } from './walkaround-find.ts';
import type { CheckVehicle, Start } from './walkaround-model.ts';

const { Part: Scanner } = smallLater(
  async () => (await import('../../ui/scan/scanner.tsx')).Scanner,
);
const DEBOUNCE_MS = 250;

/** The vehicles of this phone, and whether the server has more. */
type Stock = Pick<Start, 'has_more' | 'vehicles'>;

/** Vehicles by a part of the registration: stored ones at once, others when the server answers. */
function useFound(stock: Stock, search: string, isTrailers: boolean): readonly CheckVehicle[] {
  const [found, setFound] = useState<readonly CheckVehicle[]>(() =>
    knownVehicles(stock.vehicles, ''),
  );
  useEffect(() => {
    let isCurrent = true;
    setFound(knownVehicles(stock.vehicles, search));
    const timer = setTimeout(() => {
      const only = isTrailers ? ({ trailers: 'true' } as const) : {};
      void findVehicles(stock, search, only).then((list) => isCurrent && setFound(list));
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [stock, search, isTrailers]);
  return found;
}

/** A vehicle, or a trailer, by QR code or registration. */
export function FindVehicle({
  stock,
  isTrailers = false,
  fault,
  label,
  listLabel,
  onScan,
  onPick,
}: {
  /** The same object until its vehicles change. */
  readonly stock: Stock;
  readonly isTrailers?: boolean;
  /** Key of the message about a scan or a selection. */
  readonly fault: string | null;
  readonly label: string;
  readonly listLabel: string;
  readonly onScan: (text: string) => void;
  readonly onPick: (vehicle: CheckVehicle) => void;
}) {
  const [search, setSearch] = useState('');
  const [isScanning, setIsScanning] = useState(false);
  const found = useFound(stock, search, isTrailers);
  return (
    <>
      {canScan() && (
        <Button size="large" onClick={() => setIsScanning(true)}>
          {t('walk.scan')}
        </Button>
      )}
      {isScanning && (
        <Scanner
          codes={QR_CODES}
          texts={{
            camera: t('walk.camera'),
            noCamera: t('walk.noCamera'),
            close: t('action.close'),
          }}
          onRead={(text) => {
            setIsScanning(false);
            onScan(text);
          }}
          onClose={() => setIsScanning(false)}
        />
      )}
      <Field label={label} fault={undefined}>
        {(props) => (
          <input
            {...props}
            type="search"
            autoComplete="off"
            autoCapitalize="characters"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            // Within the form of a check, Enter would go to its next step.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
      </Field>
      <p className="field-fault" role="alert">
        {fault === null ? '' : t(fault)}
      </p>
      <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })} aria-label={listLabel}>
        {found.map((vehicle) => (
          <li key={vehicle.id}>
            <Button kind="bare" className={styles.walkVehicle} onClick={() => onPick(vehicle)}>
              <strong>{vehicle.registration.toUpperCase()}</strong>
              <span>{t(`walk.type.${isTrailers ? 'TRAILER' : vehicle.type}`)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className={styles.walkQuiet}>
          {t(isTrailers ? 'walk.noTrailerFound' : 'walk.noVehicle')}
        </p>
      )}
    </>
  );
}
