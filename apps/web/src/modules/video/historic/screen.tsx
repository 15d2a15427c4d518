import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../../shell/display.ts';
import { PageTitle } from '../../../shell/page-title.tsx';
import { Pager } from '../../../widgets/data-table/pager.tsx';
import { formatDay } from '../../../widgets/date-range/calendar.ts';
import { SidebarScreen } from '../../../widgets/fleet-sidebar/sidebar-screen.tsx';
import { useVehicleGroups, vehicleOf } from '../../../widgets/fleet-sidebar/vehicle-groups.ts';
import type { RequestKind } from '../../../widgets/video-request/request-rules.ts';
import { RequestVideo } from '../../../widgets/video-request/request-video.tsx';
import { useActiveDevices } from '../../../widgets/video-request/use-active-devices.ts';
import { LiveVideoButton } from '../../../widgets/video-request/video-actions.tsx';
import { AdministrationMenu } from './admin/administration-menu.tsx';
import { ClipView } from './clip-view.tsx';
import { ClipsTable } from './clips-table.tsx';
import { ClipSidebar } from './sidebar.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { useIsAdministrator, useMayWrite } from './use-clip-actions.ts';
import { CLIPS, useClip, useClips } from './use-clips.ts';
import './historic.css';

/** A request that is being asked for. */
interface Asking {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly kind: RequestKind;
  readonly startMs?: number;
  readonly durationS?: number;
}

/** What is asked for in a few words, for the phone's folded sidebar. */
function useSummary({ search }: ReturnType<typeof useClips>, registration: string | undefined) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { from, to } = search.days;
  const day = formatDay(from, dates.dateFormat);
  const days = from === to ? day : `${day}–${formatDay(to, dates.dateFormat)}`;
  return `${registration ?? t('fleet.all')} · ${days}`;
}

/** Screen /video/historic (F-41, F-P01): clips, what is recorded, and the player with the trail. */
export function HistoricScreen() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const found = useClips();
  const { search, clips, setAddress, open } = found;
  const { devices, isPending } = useActiveDevices();
  const groups = useVehicleGroups().data ?? [];
  const [asking, setAsking] = useState<Asking | null>(null);
  const mayWrite = useMayWrite();
  const isAdministrator = useIsAdministrator();

  const at = clips.findIndex(({ id }) => id === search.clipId);
  const one = useClip(search.clipId, clips[at]);
  const clip = search.clipId === null ? undefined : one.data;
  // An open clip is what the buttons are about, then the vehicle of the sidebar.
  const vehicleId = clip?.vehicle ?? search.vehicleId;
  const device = devices.find(({ vehicle }) => vehicle === vehicleId);
  const registration = device?.registration ?? vehicleOf(groups, vehicleId)?.registration;
  const vehicle =
    vehicleId === null || registration === undefined ? null : { id: vehicleId, registration };
  const summary = useSummary(
    found,
    search.vehicleId === null ? undefined : vehicleOf(groups, search.vehicleId)?.registration,
  );
  const nameOfCamera = (camera: number) =>
    devices
      .find(({ vehicle: owner }) => owner === clip?.vehicle)
      ?.cameras.find((known) => known.camera === camera)?.name ??
    t('historic.cameraNumber', { number: camera });

  const ask = (kind: RequestKind) => vehicle !== null && setAsking({ vehicle, kind });
  const canAsk = vehicle !== null && device !== undefined;
  const whyNot = vehicle === null ? 'historic.chooseVehicle' : 'historic.noCamera';

  return (
    <SidebarScreen
      label={t('historic.search')}
      summary={summary}
      sidebar={<ClipSidebar found={found} device={device} />}
    >
      <div className={clip === undefined ? 'historic' : 'historic has-clip'}>
        <header className="historic-head">
          <PageTitle title={t('historic.title')} />
          <span className="historic-count" role="status">
            {found.list.isSuccess ? t('historic.count', { count: found.count }) : ''}
          </span>
          {vehicle !== null && <LiveVideoButton vehicle={vehicle} />}
          {mayWrite && (
            <>
              <button
                type="button"
                className="button"
                disabled={!canAsk}
                title={canAsk ? undefined : t(whyNot)}
                onClick={() => ask('live')}
              >
                {t('videoRequest.titleLive')}
              </button>
              <button
                type="button"
                className="button primary"
                disabled={!canAsk}
                title={canAsk ? undefined : t(whyNot)}
                onClick={() => ask('recorded')}
              >
                {t('videoRequest.title')}
              </button>
            </>
          )}
          {isAdministrator && <AdministrationMenu />}
        </header>
        {search.clipId === null && (
          <>
            {vehicle !== null && device !== undefined ? (
              <Timeline
                key={vehicle.id}
                vehicleId={vehicle.id}
                device={device}
                days={search.days}
                momentMs={search.momentMs}
                mayRequest={mayWrite}
                onRequest={({ startMs, durationS }) =>
                  setAsking({ vehicle, kind: 'recorded', startMs, durationS })
                }
                onOpen={(id) => open({ id })}
              />
            ) : (
              <p className="line-missing">{isPending ? '' : t(whyNot)}</p>
            )}
            <div className="historic-list">
              <ClipsTable found={found} />
            </div>
            {found.count > 0 && (
              <Pager
                page={search.page}
                pageSize={search.pageSize}
                count={found.count}
                onPage={(page) => setAddress({ page: page === 1 ? undefined : String(page) })}
                onPageSize={(size) => setAddress({ pageSize: String(size), page: undefined })}
              />
            )}
          </>
        )}
        {search.clipId !== null && clip !== undefined && (
          <ClipView
            key={clip.id}
            clip={clip}
            newer={clips[at - 1]}
            older={at < 0 ? undefined : clips[at + 1]}
            nameOfCamera={nameOfCamera}
            onOpen={open}
            onRefetch={async () => (await one.refetch()).data}
          />
        )}
        {search.clipId !== null && clip === undefined && (
          <div className="table-message" role={one.isError ? 'alert' : 'status'}>
            <strong>{one.isError ? t('historic.notFound') : t('historic.loading')}</strong>
            {one.isError && <p>{one.error.message}</p>}
            <button type="button" className="button" onClick={() => open(null)}>
              {t('historic.back')}
            </button>
          </div>
        )}
      </div>
      {asking !== null && (
        <RequestVideo
          {...asking}
          onRequested={(request) => {
            void queries.invalidateQueries({ queryKey: [CLIPS] });
            open(request);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </SidebarScreen>
  );
}
