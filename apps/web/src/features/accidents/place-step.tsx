import { useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import type { Failed } from '../../ui/later/parts.tsx';
import { smallLater } from '../../ui/later/small-later.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { ask } from '../../ui/public-page/ask.ts';
import { t } from '../../ui/public-page/texts.ts';
import styles from './accident.module.css';
import type { StepProps } from './accident-draft.ts';
import type { Draft } from './accidents-model.ts';

const MapFailed: Failed<object> = ({ retry }) => (
  <div role="alert">
    <p>{t('accident.mapOffline')}</p>
    <Button kind="public" onClick={retry}>
      {t('action.retry')}
    </Button>
  </div>
);

// Ten times the size of the form, so it loads only on request.
const { Part: PlaceMap } = smallLater(
  async () => (await import('./place-map.tsx')).default,
  MapFailed,
);
const LOCATE = { enableHighAccuracy: true, timeout: 20_000, maximumAge: 30_000 } as const;

/** The address of a position, if none was typed; unavailable offline (K-22, K-23). */
async function namePlace(
  lat: number,
  long: number,
  { address, road }: Pick<Draft, 'address' | 'road'>,
): Promise<Partial<Draft>> {
  const [place, near] = await Promise.allSettled([
    ask('reverseGeocode', { lat, long }),
    ask('nearestRoads', { lat, long }),
  ]);
  const words = place.status === 'fulfilled' ? place.value.results[0]?.address : undefined;
  const name = near.status === 'fulfilled' ? near.value.results[0]?.name : undefined;
  return {
    ...(address === '' && words !== undefined ? { address: words } : {}),
    ...(road === '' && name !== undefined ? { road: name } : {}),
  };
}

const positionText = (accuracyM: number | null) =>
  accuracyM === null ? t('accident.chosenOnMap') : t('accident.located', { metres: accuracyM });

/** The phone's position, if the driver allows it (K-P05). */
function Position({ form: { draft, change } }: Pick<StepProps, 'form'>) {
  const [state, setState] = useState<'idle' | 'locating' | 'failed'>('idle');
  const [hasMap, setHasMap] = useState(false);
  const { position } = draft;
  const take = (lat: number, long: number, accuracyM: number | null) => {
    setState('idle');
    change({ position: { lat, long, accuracyM } });
    void namePlace(lat, long, draft).then(change);
  };
  const locate = () => {
    setState('locating');
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        take(latitude, longitude, Math.round(accuracy)),
      () => setState('failed'),
      LOCATE,
    );
  };
  return (
    <div className={cx(stack({ gap: 2, items: 'start' }), styles.accidentPosition)}>
      <p role="status">
        {position !== null && positionText(position.accuracyM)}
        {state === 'locating' && t('accident.locating')}
        {state === 'failed' && t('accident.notLocated')}
      </p>
      {position === null ? (
        <Button
          kind="public"
          disabled={state === 'locating' || !('geolocation' in navigator)}
          onClick={locate}
        >
          {t('accident.locate')}
        </Button>
      ) : (
        <Button kind="public" onClick={() => change({ position: null })}>
          {t('accident.removePosition')}
        </Button>
      )}
      {hasMap ? (
        <PlaceMap position={position} onPick={({ lat, long }) => take(lat, long, null)} />
      ) : (
        <Button kind="public" onClick={() => setHasMap(true)}>
          {t('accident.showMap')}
        </Button>
      )}
    </div>
  );
}

/** The place: the phone's position, an address or a description, and the road. */
export function PlaceStep({ form }: StepProps) {
  const { draft, change } = form;
  return (
    <>
      <Position form={form} />
      <Field label={t('accident.address')} fault={undefined}>
        {(props) => (
          <textarea
            {...props}
            rows={3}
            maxLength={300}
            value={draft.address}
            onChange={(event) => change({ address: event.currentTarget.value })}
          />
        )}
      </Field>
      <Field label={t('accident.road')} fault={undefined}>
        {(props) => (
          <input
            {...props}
            maxLength={200}
            value={draft.road}
            onChange={(event) => change({ road: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}
