import { useEffect, useState } from 'react';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import { stack } from '../../ui/look/look.ts';
import { askWithKey } from '../../ui/public-page/ask.ts';
import { t } from '../../ui/public-page/texts.ts';
import type { StepProps } from './accident-draft.ts';

type Found = Awaited<ReturnType<typeof askWithKey<'vehicleSearch'>>>['results'];
const DEBOUNCE_MS = 250;
const LEAST_SEARCH = 2;

/** The first three matching vehicles (K-19, S-26); null before a search. */
function useVehicles(qrid: string, search: string): Found | null {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    setFound(null);
    if (search.trim().length < LEAST_SEARCH) return;
    let isCurrent = true;
    const timer = setTimeout(() => {
      const query = { qrid, pageSize: 3, page: 1, ordering: '-registration', search };
      askWithKey('vehicleSearch', query).then(
        ({ results }) => isCurrent && setFound(results),
        // Offline, the vehicle of the QR code stays.
        () => isCurrent && setFound([]),
      );
    }, DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [qrid, search]);
  return found;
}

/** The vehicle of the QR code, or another one of the same operator by search. */
export function VehicleField({ form: { draft, change }, faults }: StepProps) {
  const [isSearching, setIsSearching] = useState(draft.vehicle === null);
  const [search, setSearch] = useState('');
  const found = useVehicles(draft.qrid, search);
  if (!isSearching && draft.vehicle !== null) {
    return (
      <div className={stack({ gap: 2, items: 'start' })}>
        <span>{t('accident.vehicle')}</span>
        <strong className="public-plate">{draft.vehicle.registration.toUpperCase()}</strong>
        <Button kind="link" onClick={() => setIsSearching(true)}>
          {t('accident.otherVehicle')}
        </Button>
      </div>
    );
  }
  return (
    <div>
      <Field
        label={t('accident.vehicle')}
        hint={t('accident.searchVehicle')}
        isRequired
        fault={faults.vehicle}
      >
        {(props) => (
          <input
            {...props}
            type="search"
            value={search}
            maxLength={20}
            autoComplete="off"
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
      </Field>
      <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
        {found?.map(({ id, registration }) => (
          <li key={id}>
            <Button
              kind="public"
              onClick={() => {
                change({ vehicle: { id, registration } });
                setIsSearching(false);
              }}
            >
              {registration}
            </Button>
          </li>
        ))}
      </ul>
      <p role="status">{found?.length === 0 ? t('accident.noVehicles') : ''}</p>
    </div>
  );
}
