import { useEffect, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { smallLater } from '../../ui/later/small-later.tsx';
import { stack } from '../../ui/look/look.ts';
import { t } from '../../ui/page-texts/texts.ts';
import type { Known } from './start-store.ts';
import type { Walkaround } from './use-walkaround.ts';
import styles from './walkaround.module.css';
import { findVehicles, knownVehicles } from './walkaround-find.ts';
import type { CheckVehicle } from './walkaround-model.ts';
import { canScan } from './walkaround-scan.ts';

const { Part: Scanner } = smallLater(
  async () => (await import('./walkaround-scanner.tsx')).Scanner,
);
const DEBOUNCE_MS = 250;

/** Vehicles by a part of the registration: stored ones at once, others when the server answers. */
function useFound({ start }: Known, search: string): readonly CheckVehicle[] {
  const [found, setFound] = useState<readonly CheckVehicle[]>(() =>
    knownVehicles(start.vehicles, ''),
  );
  useEffect(() => {
    let isCurrent = true;
    setFound(knownVehicles(start.vehicles, search));
    const timer = setTimeout(() => {
      void findVehicles(start, search).then((list) => isCurrent && setFound(list));
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [start, search]);
  return found;
}

/** Selects the vehicle by QR code or registration. */
export function PickVehicle({
  known,
  page,
}: {
  readonly known: Known & { readonly isFresh: boolean };
  readonly page: Walkaround;
}) {
  const [search, setSearch] = useState('');
  const [isScanning, setIsScanning] = useState(false);
  const found = useFound(known, search);
  return (
    <section
      className={stack({
        gap: 3,
        padding: 4,
        ground: 'surface',
        border: 'line',
        radius: 'large',
        breaks: true,
      })}
      aria-labelledby="walk-pick"
    >
      <h2 id="walk-pick">{t('walk.which')}</h2>
      {canScan() && (
        <Button size="large" onClick={() => setIsScanning(true)}>
          {t('walk.scan')}
        </Button>
      )}
      {isScanning && (
        <Scanner
          onRead={(text) => {
            setIsScanning(false);
            void page.scanned(text);
          }}
          onClose={() => setIsScanning(false)}
        />
      )}
      <Field label={t('walk.registration')} fault={undefined}>
        {(props) => (
          <input
            {...props}
            type="search"
            autoComplete="off"
            autoCapitalize="characters"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
      </Field>
      <p className="field-fault" role="alert">
        {page.fault === null ? '' : t(page.fault)}
      </p>
      <ul
        className={stack({ gap: 2, margin: 0, padding: 0, list: true })}
        aria-label={t('walk.vehicles')}
      >
        {found.map((vehicle) => (
          <li key={vehicle.id}>
            <Button
              kind="bare"
              className={styles.walkVehicle}
              onClick={() => void page.begin(vehicle)}
            >
              <strong>{vehicle.registration.toUpperCase()}</strong>
              <span>{t(`walk.type.${vehicle.type}`)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className={styles.walkQuiet}>{t('walk.noVehicle')}</p>}
      {!known.isFresh && <p className={styles.walkQuiet}>{t('walk.keptList')}</p>}
    </section>
  );
}
