import { formatDateTime } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { useDisplay } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { missing } from '../../ui/field/required.ts';
import type { Resource, ResourceColumn } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { CommandSettings } from '../device-commands/device-commands-settings.tsx';
import { Fittings } from '../vehicles/vehicles-fittings.tsx';
import { type Tracker, type TrackerDraft, trackerBody, trackerDraft } from './trackers.ts';
import { Connections } from './trackers-connections.tsx';
import { TrackerFields } from './trackers-fields.tsx';
import { UnknownDevices } from './unknown-devices.tsx';
import '../../ui/administration.css';

type Trackers = Resource<Tracker, TrackerDraft>;

const NONE = '–';

function useColumns(): readonly ResourceColumn<Tracker>[] {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => [
      {
        key: 'tracker',
        label: t('trackers.number'),
        isOrdered: true,
        cell: ({ tracker }) => tracker,
      },
      {
        key: 'vehicle',
        label: t('trackers.vehicle'),
        cell: ({ vehicle, registration }) =>
          vehicle === null || registration === null ? (
            NONE
          ) : (
            <VehicleLink vehicle={{ id: vehicle, registration }} />
          ),
      },
      {
        key: 'model',
        label: t('trackers.model'),
        isOrdered: true,
        cell: ({ model }) => (model === '' ? NONE : model),
      },
      {
        key: 'protocol',
        label: t('trackers.protocol'),
        isOrdered: true,
        cell: ({ protocol }) => t(`protocol.${protocol}`),
      },
      { key: 'sim', label: t('trackers.sim'), cell: ({ sim }) => sim ?? NONE },
      {
        key: 'last_seen',
        label: t('trackers.lastSeen'),
        isOrdered: true,
        cell: ({ last_seen: seen }) =>
          seen === null ? t('trackers.never') : formatDateTime(Date.parse(seen), dates),
      },
      {
        key: 'address',
        label: t('trackers.address'),
        cell: ({ last_address: address }) => address ?? NONE,
      },
      {
        key: 'fault',
        label: t('trackers.fault'),
        cell: ({ device_fault: fault }) =>
          fault === null ? NONE : <span className="badge bad">{t(`trackers.fault.${fault}`)}</span>,
      },
    ],
    [t, dates],
  );
}

/** The earlier vehicles of the device, and a link to its raw data. */
function Details({ one }: { readonly one: Tracker }) {
  const { t } = useTranslation();
  const { data = [] } = useQuery({
    queryKey: ['tracker', 'fittings', one.id],
    queryFn: ({ signal }) => api.trackers.fittings({ params: { id: one.id }, signal }),
  });
  return (
    <>
      <p>
        <Link
          to="/administration/raw-data"
          search={{ tracker: String(one.id) } as never}
          className="button"
        >
          {t('trackers.rawData')}
        </Link>
      </p>
      <CommandSettings trackerId={one.id} />
      <Fittings
        title={t('trackers.fittings')}
        fittings={data.map((row) => ({
          ...row,
          key: `${row.vehicle} ${row.fitted_at}`,
          name: row.registration,
        }))}
      />
      <Connections trackerId={one.id} />
    </>
  );
}

function useTrackers(): Trackers {
  const { t } = useTranslation();
  const columns = useColumns();
  return useMemo(
    () => ({
      kind: 'tracker',
      texts: 'trackers',
      list: (query, signal) => api.trackers.list({ query: query as object, signal }),
      read: (id, signal) => api.trackers.read({ params: { id }, signal }),
      nameOf: ({ tracker }) => tracker,
      columns,
      form: {
        draftOf: trackerDraft,
        Fields: TrackerFields,
        check: (draft, words) => missing(draft, ['tracker'], words),
        save: (draft, one) =>
          one === null
            ? api.trackers.create({ body: trackerBody(draft) })
            : api.trackers.change({ params: { id: one.id }, body: trackerBody(draft) }),
      },
      Details,
      archive: {
        change: (ids, archived) => api.trackers.archive({ body: { ids: [...ids], archived } }),
        text: t('trackers.archiveText'),
      },
      importKind: 'tracker',
      exportAddress: (query) => addressOf(pathOf('trackers', 'exportList'), { query }),
    }),
    [t, columns],
  );
}

/** Screen /administration/trackers (requirement O-21). */
export function TrackersScreen() {
  return <ResourceScreen resource={useTrackers()} above={<UnknownDevices />} />;
}
