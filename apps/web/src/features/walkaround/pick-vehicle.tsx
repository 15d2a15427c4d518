import { t } from '../../ui/page-texts/texts.ts';
import { FindVehicle } from './find-vehicle.tsx';
import type { Known } from './start-store.ts';
import type { Walkaround } from './use-walkaround.ts';
import styles from './walkaround.module.css';
import { CARD } from './walkaround-card.ts';

/** Selects the vehicle by QR code or registration. */
export function PickVehicle({
  known,
  page,
}: {
  readonly known: Known & { readonly isFresh: boolean };
  readonly page: Walkaround;
}) {
  return (
    <section className={CARD} aria-labelledby="walk-pick">
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
