import { formatDateTime } from '@roadworthy/domain';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { PageTitle } from '../../shell/page-title.tsx';
import { useSession } from '../../shell/session/context.ts';
import { AdoptDialog, type UnknownDevice } from './adopt-dialog.tsx';
import './administration.css';

const PAGE_SIZE = 50;
/** A device that is switched on next to the screen should appear without a reload. */
const LOOK_AGAIN_MS = 5000;

function useMoment(): (utc: string | null) => string {
  const { t } = useTranslation();
  const { prefs } = useSession().current.user;
  const preferences = {
    timeZone: prefs.time_zone,
    dateFormat: prefs.date_format,
    timeFormat: prefs.time_format,
  };
  return (utc) =>
    utc === null ? t('trackers.never') : formatDateTime(Date.parse(utc), preferences);
}

/** A table that scrolls sideways where there is no room, also by keyboard. */
function TableScroll({
  label,
  children,
}: {
  readonly label: string;
  readonly children: React.ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls with the arrow keys
    <section className="table-scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

function Pages({
  page,
  count,
  onPage,
}: {
  readonly page: number;
  readonly count: number;
  readonly onPage: (page: number) => void;
}) {
  const { t } = useTranslation();
  if (count <= PAGE_SIZE) return null;
  const from = (page - 1) * PAGE_SIZE + 1;
  const to = Math.min(count, page * PAGE_SIZE);
  return (
    <div className="pages">
      <span>
        {t('trackers.page', { from: String(from), to: String(to), count: String(count) })}
      </span>
      <button
        type="button"
        className="button"
        disabled={page === 1}
        onClick={() => onPage(page - 1)}
      >
        {t('trackers.previous')}
      </button>
      <button
        type="button"
        className="button"
        disabled={to >= count}
        onClick={() => onPage(page + 1)}
      >
        {t('trackers.next')}
      </button>
    </div>
  );
}

function UnknownDevices() {
  const { t } = useTranslation();
  const moment = useMoment();
  const client = useQueryClient();
  const [adopting, setAdopting] = useState<UnknownDevice | null>(null);
  const [search, setSearch] = useState('');
  const list = useQuery({
    queryKey: ['unknown-devices', search],
    queryFn: () => api.trackers.unknownDevices({ query: { search, pageSize: 100 } }),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: keepPreviousData,
  });
  const close = (adopted: boolean) => {
    setAdopting(null);
    if (!adopted) return;
    void client.invalidateQueries({ queryKey: ['unknown-devices'] });
    void client.invalidateQueries({ queryKey: ['trackers'] });
  };
  return (
    <section className="panel wide" aria-labelledby="unknown-title">
      <div className="panel-head">
        <h2 id="unknown-title">{t('trackers.unknown')}</h2>
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
          <button type="button" className="button" onClick={() => void list.refetch()}>
            {t('action.retry')}
          </button>
        </div>
      )}
      {list.data?.results.length === 0 && (
        <p className="empty">{t(search === '' ? 'trackers.unknownNone' : 'trackers.noMatch')}</p>
      )}
      {(list.data?.results.length ?? 0) > 0 && (
        <TableScroll label={t('trackers.unknown')}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('trackers.number')}</th>
                <th scope="col" className="desk-only">
                  {t('trackers.protocol')}
                </th>
                <th scope="col">{t('trackers.lastSeen')}</th>
                <th scope="col" className="number">
                  {t('trackers.attempts')}
                </th>
                <th scope="col">
                  <span className="visually-hidden">{t('trackers.adopt')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {list.data?.results.map((device) => (
                <tr key={`${device.protocol} ${device.identifier}`}>
                  <td>{device.identifier}</td>
                  <td className="desk-only">{t(`protocol.${device.protocol}`)}</td>
                  <td>{moment(device.last_seen)}</td>
                  <td className="number">{device.attempts}</td>
                  <td className="number">
                    <button type="button" className="button" onClick={() => setAdopting(device)}>
                      {t('trackers.adopt')}
                    </button>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
      {adopting !== null && <AdoptDialog device={adopting} onClose={close} />}
    </section>
  );
}

/** The trackers of the customer, and the devices that wait to be adopted (requirement O-21). */
export function Trackers() {
  const { t } = useTranslation();
  const moment = useMoment();
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const list = useQuery({
    queryKey: ['trackers', search, page],
    queryFn: () => api.trackers.list({ query: { search, page, pageSize: PAGE_SIZE } }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page">
      <PageTitle title={t('trackers.title')} />
      <UnknownDevices />
      <section className="panel wide" aria-labelledby="registered-title">
        <div className="panel-head">
          <h2 id="registered-title">{t('trackers.registered')}</h2>
          <input
            type="search"
            className="search"
            aria-label={t('trackers.search')}
            placeholder={t('trackers.search')}
            value={search}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              setPage(1);
            }}
          />
        </div>
        {list.isError && (
          <div className="empty" role="alert">
            <p>{list.error.message}</p>
            <button type="button" className="button" onClick={() => void list.refetch()}>
              {t('action.retry')}
            </button>
          </div>
        )}
        {list.isPending && <div className="skeleton" aria-hidden="true" />}
        {list.data?.results.length === 0 && (
          <p className="empty">{t(search === '' ? 'trackers.none' : 'trackers.noMatch')}</p>
        )}
        {(list.data?.results.length ?? 0) > 0 && (
          <TableScroll label={t('trackers.registered')}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{t('trackers.number')}</th>
                  <th scope="col">{t('trackers.vehicle')}</th>
                  <th scope="col" className="desk-only">
                    {t('trackers.model')}
                  </th>
                  <th scope="col" className="desk-only">
                    {t('trackers.protocol')}
                  </th>
                  <th scope="col">{t('trackers.lastSeen')}</th>
                  <th scope="col">{t('trackers.fault')}</th>
                </tr>
              </thead>
              <tbody>
                {list.data?.results.map((one) => (
                  <tr key={one.id}>
                    <td>{one.tracker}</td>
                    <td>{one.registration}</td>
                    <td className="desk-only">{one.model}</td>
                    <td className="desk-only">{t(`protocol.${one.protocol}`)}</td>
                    <td>{moment(one.last_seen)}</td>
                    <td>
                      {one.device_fault === null ? (
                        t('track.unknown')
                      ) : (
                        <span className="badge bad">{t(`trackers.fault.${one.device_fault}`)}</span>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        )}
        <Pages page={page} count={list.data?.count ?? 0} onPage={setPage} />
      </section>
    </div>
  );
}
