import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, look } from '../../ui/look/look.ts';
import styles from './timesheets.module.css';
import type { Driver, useDrivers } from './use-timesheet.ts';

const nameOf = ({ first_name, surname }: Driver) => `${first_name} ${surname}`;

/** The visible drivers with a filter; one can be selected (requirement M-15). */
export function DriverList({
  drivers,
  selectedId,
  onSelect,
}: {
  readonly drivers: ReturnType<typeof useDrivers>;
  readonly selectedId: number | null;
  readonly onSelect: (id: number) => void;
}) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const found = (drivers.data ?? []).filter((driver) =>
    nameOf(driver).toLowerCase().includes(search.toLowerCase()),
  );
  return (
    <div className="vehicle-tree">
      <input
        type="search"
        className="tree-search"
        aria-label={t('timesheets.filterDrivers')}
        placeholder={t('timesheets.filterDrivers')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {drivers.isError && (
        <div className="tree-message" role="alert">
          <p>{t('timesheets.driversFailed')}</p>
          <Button onClick={() => void drivers.refetch()}>{t('action.retry')}</Button>
        </div>
      )}
      {drivers.isSuccess && found.length === 0 && (
        <p className="tree-message">{t('timesheets.noDrivers')}</p>
      )}
      <ul
        data-part="driver-list"
        className={cx(look({ padding: 0, list: true }), styles.driverList)}
        aria-label={t('timesheets.drivers')}
      >
        {found.map((driver) => (
          <li key={driver.id}>
            <Button
              kind="bare"
              className="tree-vehicle all"
              aria-pressed={driver.id === selectedId}
              onClick={() => onSelect(driver.id)}
            >
              {nameOf(driver)}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
