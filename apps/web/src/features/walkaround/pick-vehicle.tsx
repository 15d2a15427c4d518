import { stack } from '../../ui/look/look.ts';
import { t } from '../../ui/page-texts/texts.ts';
import { FindVehicle } from './find-vehicle.tsx';
import type { Known } from './start-store.ts';
import type { Walkaround } from './use-walkaround.ts';
import styles from './walkaround.module.css';

/** Selects the vehicle by QR code or registration. */
export function PickVehicle({
  known,
  page,
}: {
  readonly known: Known & { readonly isFresh: boolean };
  readonly page: Walkaround;
}) {
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
      <FindVehicle
        stock={known.start}
        fault={page.fault}
        label={t('walk.registration')}
        listLabel={t('walk.vehicles')}
        onScan={(text) => void page.scanned(text)}
        onPick={(vehicle) => void page.begin(vehicle)}
      />
      {!known.isFresh && <p className={styles.walkQuiet}>{t('walk.keptList')}</p>}
    </section>
  );
}
