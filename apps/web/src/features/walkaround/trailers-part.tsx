import { MAX_TRAILERS } from '@roadworthy/domain';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { row, stack } from '../../ui/look/look.ts';
import { t } from '../../ui/page-texts/texts.ts';
import type { CheckDraft } from './check-draft.ts';
import { FindVehicle } from './find-vehicle.tsx';
import type { Known } from './start-store.ts';
import styles from './walkaround.module.css';
import { CARD } from './walkaround-card.ts';
import { codeOf, vehicleOfCode } from './walkaround-find.ts';
import { type CheckVehicle, withoutTrailer, withTrailer } from './walkaround-model.ts';

/** The trailers of the vehicle: those that are known to be coupled, which the driver changes. */
export function TrailersPart({
  check: { draft, change },
  known: { start },
}: {
  readonly check: CheckDraft;
  readonly known: Known;
}) {
  const [isAdding, setIsAdding] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const { trailers } = draft;
  const chosen = useMemo(() => new Set(trailers?.map(({ vehicle }) => vehicle.id)), [trailers]);
  const stock = useMemo(
    () => ({
      vehicles: (start.trailers ?? []).filter(({ id }) => !chosen.has(id)),
      has_more: true,
    }),
    [start.trailers, chosen],
  );
  const template = start.trailer_template ?? null;
  if (trailers === undefined || template === null) return null;
  const add = (vehicle: CheckVehicle) => {
    change((now) => withTrailer(now, { vehicle, template }));
    setIsAdding(false);
    setFault(null);
  };
  const scanned = async (text: string) => {
    const code = codeOf(text);
    if (code === null) return setFault('walk.noCode');
    try {
      const trailer = await vehicleOfCode(stock, code, { trailers: 'true' });
      if (trailer === null) return setFault('walk.noTrailerCode');
      add(trailer);
    } catch {
      setFault('walk.codeOffline');
    }
  };
  return (
    <section className={CARD} aria-labelledby="walk-trailers">
      <h2 id="walk-trailers">{t('walk.trailers')}</h2>
      {trailers.length === 0 && <p className={styles.walkQuiet}>{t('walk.noTrailer')}</p>}
      <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
        {trailers.map(({ vehicle }) => (
          <li key={vehicle.id} className={row({ gap: 3, align: 'center', wrap: true })}>
            <strong>{vehicle.registration.toUpperCase()}</strong>
            <Button
              aria-label={t('walk.removeTrailerNamed', { registration: vehicle.registration })}
              onClick={() => change((now) => withoutTrailer(now, vehicle.id))}
            >
              {t('walk.removeTrailer')}
            </Button>
          </li>
        ))}
      </ul>
      {isAdding ? (
        <>
          <FindVehicle
            stock={stock}
            isTrailers
            fault={fault}
            label={t('walk.trailerNumber')}
            listLabel={t('walk.trailersFound')}
            onScan={(text) => void scanned(text)}
            onPick={add}
          />
          <Button onClick={() => setIsAdding(false)}>{t('action.cancel')}</Button>
        </>
      ) : (
        trailers.length < MAX_TRAILERS && (
          <Button size="large" onClick={() => setIsAdding(true)}>
            {t('walk.addTrailer')}
          </Button>
        )
      )}
    </section>
  );
}
