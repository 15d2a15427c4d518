import { formatDateTime } from '@roadworthy/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { AdoptDialog, type UnknownDevice } from './adopt-dialog.tsx';

/** A device that is switched on should appear without a reload. */
const LOOK_AGAIN_MS = 5000;
const MOST = 100;

function Devices({
  devices,
  onAdopt,
}: {
  readonly devices: readonly UnknownDevice[];
  readonly onAdopt: (device: UnknownDevice) => void;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll with the arrow keys
    <section className="table-scroll" aria-label={t('trackers.unknown')} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{t('trackers.number')}</th>
            <th scope="col" className="desk-only">
              {t('trackers.protocol')}
            </th>
            <th scope="col">{t('trackers.lastSeen')}</th>
            <th scope="col" className="number desk-only">
              {t('trackers.attempts')}
            </th>
            <th scope="col">
              <span className="visually-hidden">{t('trackers.adopt')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <tr key={`${device.protocol} ${device.identifier}`}>
              <td>{device.identifier}</td>
              <td className="desk-only">{t(`protocol.${device.protocol}`)}</td>
              <td>{formatDateTime(Date.parse(device.last_seen), dates)}</td>
              <td className="number desk-only">{device.attempts}</td>
              <td className="number">
                <Button onClick={() => onAdopt(device)}>{t('trackers.adopt')}</Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/**
 * Unregistered devices that tried to connect, to be registered (requirement O-21). Collapsed if
 * there are none.
 */
export function UnknownDevices() {
  const { t } = useTranslation();
  const id = useId();
  const client = useQueryClient();
  const [adopting, setAdopting] = useState<UnknownDevice | null>(null);
  const [search, setSearch] = useState('');
  const [isToggled, setIsToggled] = useState<boolean | null>(null);
  const list = useQuery({
    queryKey: ['unknown-devices', search],
    queryFn: () => api.trackers.unknownDevices({ query: { search, pageSize: MOST } }),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
  });
  const devices = list.data?.results ?? [];
  const count = list.data?.count ?? 0;
  const isOpen = isToggled ?? (count > 0 || search !== '');
  const close = (isAdopted: boolean) => {
    setAdopting(null);
    if (!isAdopted) return;
    void client.invalidateQueries({ queryKey: ['unknown-devices'] });
    void client.invalidateQueries({ queryKey: ['tracker'] });
  };
  return (
    <section className="unknown-devices" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        <Button
          kind="link"
          aria-expanded={isOpen}
          aria-controls={`${id}-devices`}
          onClick={() => setIsToggled(!isOpen)}
        >
          {t('trackers.unknownCount', { count })}
        </Button>
      </h2>
      <div id={`${id}-devices`} hidden={!isOpen}>
        <div className="unknown-devices-head">
          <input
            type="search"
            className="search"
            aria-label={t('trackers.unknownSearch')}
            placeholder={t('trackers.unknownSearch')}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value.trim())}
          />
          <p className="form-hint">{t('trackers.unknownHint')}</p>
        </div>
        {list.isError && (
          <div className="empty" role="alert">
            <p>{list.error.message}</p>
            <Button onClick={() => void list.refetch()}>{t('action.retry')}</Button>
          </div>
        )}
        {list.data !== undefined && devices.length === 0 && (
          <p className="empty">{t(search === '' ? 'trackers.unknownNone' : 'trackers.noMatch')}</p>
        )}
        {devices.length > 0 && <Devices devices={devices} onAdopt={setAdopting} />}
      </div>
      {adopting !== null && <AdoptDialog device={adopting} onClose={close} />}
    </section>
  );
}
