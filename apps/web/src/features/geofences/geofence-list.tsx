import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, stack } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import { useAddress } from '../../ui/use-address.ts';
import styles from './geofence.module.css';
import type { Geofence } from './geofences-shape.ts';
import { Swatch } from './swatch.tsx';
import {
  type Filter,
  MOST_SHOWN,
  useCategories,
  type useGeofences,
  useGroups,
} from './use-geofences.ts';

function Choice({
  label,
  any,
  value,
  options,
  onChange,
}: {
  readonly label: string;
  readonly any: string;
  readonly value: Filter['group'];
  readonly options: readonly { readonly id: number; readonly name: string }[];
  readonly onChange: (value: string | undefined) => void;
}) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    >
      <option value="">{any}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

function Filters({ filter }: { readonly filter: Filter }) {
  const { t } = useTranslation();
  const [, setAddress] = useAddress();
  const groups = useGroups().data ?? [];
  const categories = useCategories().data ?? [];
  return (
    <div
      className={cx(
        stack({ columns: 'two', gap: 2, padding: 4, ground: 'surface' }),
        styles.placesFilters,
      )}
    >
      <input
        type="search"
        aria-label={t('geofence.search')}
        placeholder={t('geofence.search')}
        value={filter.search}
        onChange={(event) => setAddress({ search: event.currentTarget.value || undefined })}
      />
      <Choice
        label={t('geofence.group')}
        any={t('geofence.allGroups')}
        value={filter.group}
        options={groups.map(({ id, GroupName: name }) => ({ id, name }))}
        onChange={(group) => setAddress({ group })}
      />
      <Choice
        label={t('geofence.category')}
        any={t('geofence.allCategories')}
        value={filter.category}
        options={categories}
        onChange={(category) => setAddress({ category })}
      />
    </div>
  );
}

function Row({
  geofence,
  category,
  onChoose,
}: {
  readonly geofence: Geofence;
  readonly category: string | undefined;
  readonly onChoose: (id: number) => void;
}) {
  const { t } = useTranslation();
  const { id, name, colour, shape } = geofence;
  const hasAlert =
    geofence.alert_on_entry ||
    geofence.alert_on_exit ||
    geofence.alert_dwell_min !== null ||
    geofence.speed_limit_kmh !== null;
  const facts = [t(`geofence.shape.${shape}`), category, hasAlert ? t('geofence.alerting') : null];
  return (
    <li>
      <Button kind="bare" className={styles.placesRow} onClick={() => onChoose(id)}>
        <Swatch colour={colour} />
        <span>
          <strong>{name}</strong>
          <small>{facts.filter(Boolean).join(' · ')}</small>
        </span>
      </Button>
    </li>
  );
}

const MESSAGE = cx(
  stack({ items: 'start', gap: 2, padding: 4, tone: 'quiet' }),
  styles.placesMessage,
);

function Nothing({
  isFiltered,
  mayWrite,
}: {
  readonly isFiltered: boolean;
  readonly mayWrite: boolean;
}) {
  const { t } = useTranslation();
  const [, setAddress] = useAddress();
  if (isFiltered) {
    return (
      <div className={MESSAGE} role="status">
        <p>{t('geofence.noMatch')}</p>
        <Button
          onClick={() => setAddress({ search: undefined, group: undefined, category: undefined })}
        >
          {t('track.clear')}
        </Button>
      </div>
    );
  }
  return (
    <div className={MESSAGE} role="status">
      <strong>{t('geofence.none')}</strong>
      <p>{t(mayWrite ? 'geofence.noneHint' : 'geofence.noneRead')}</p>
    </div>
  );
}

/** The matching geofences to choose from (M-P10). */
export function GeofenceList({
  list,
  filter,
  mayWrite,
  onChoose,
}: {
  readonly list: ReturnType<typeof useGeofences>;
  readonly filter: Filter;
  readonly mayWrite: boolean;
  readonly onChoose: (id: number) => void;
}) {
  const { t } = useTranslation();
  const categories = new Map((useCategories().data ?? []).map(({ id, name }) => [id, name]));
  const isFiltered =
    filter.search !== '' || filter.group !== undefined || filter.category !== undefined;
  const count = list.data?.count ?? 0;
  return (
    <>
      <Filters filter={filter} />
      {list.isSuccess && count > 0 && (
        <p
          className={look({
            paddingX: 4,
            paddingTop: 0,
            paddingBottom: 2,
            tone: 'quiet',
            size: 'small',
          })}
          role="status"
        >
          {count > MOST_SHOWN
            ? t('geofence.countMany', { shown: MOST_SHOWN, count })
            : t('geofence.count', { count })}
        </p>
      )}
      {list.isPending && (
        <div className="tree-waiting" aria-hidden="true">
          {[0, 1, 2, 3, 4, 5].map((index) => (
            <span key={index} />
          ))}
        </div>
      )}
      {list.isError && list.data === undefined && (
        <div className={MESSAGE} role="alert">
          <p>{t('geofence.failed')}</p>
          <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {list.isSuccess && count === 0 && <Nothing isFiltered={isFiltered} mayWrite={mayWrite} />}
      <ul className={cx(look({ margin: 0, padding: 0, list: true }), styles.placesList)}>
        {list.data?.geofences.map((geofence) => (
          <Row
            key={geofence.id}
            geofence={geofence}
            category={geofence.category === null ? undefined : categories.get(geofence.category)}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </>
  );
}
