import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { SidebarScreen } from '../../ui/fleet-sidebar/sidebar-screen.tsx';
import { useVehicleGroups, vehicleOf } from '../../ui/fleet-sidebar/vehicle-groups.ts';
import { ClipList, type Subject, type Wanted } from './clip-list.tsx';
import { OpenClip } from './open-clip.tsx';
import { RequestVideo } from './request/request-video.tsx';
import { useActiveDevices } from './request/use-active-devices.ts';
import { UploadDialog } from './upload/upload-dialog.tsx';
import { CLIPS, useClips } from './use-clips.ts';
import { ClipSidebar } from './video-recorded-sidebar.tsx';

/** The selected vehicle with its cameras. */
function useSubject(vehicleId: number | null): { subject: Subject; isPending: boolean } {
  const { devices, isPending } = useActiveDevices();
  if (vehicleId === null) return { subject: { missing: 'vehicle' }, isPending: false };
  const device = devices.find(({ vehicle }) => vehicle === vehicleId);
  if (device === undefined) return { subject: { missing: 'camera' }, isPending };
  const vehicle = { id: vehicleId, registration: device.registration };
  return { subject: { vehicle, device }, isPending };
}

/** Summary of the filters for the folded sidebar on phones. */
function useSummary({ search }: ReturnType<typeof useClips>): string {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const groups = useVehicleGroups().data ?? [];
  const { from, to } = search.days;
  const day = formatDay(from, dates.dateFormat);
  const days = from === to ? day : `${day}–${formatDay(to, dates.dateFormat)}`;
  return `${vehicleOf(groups, search.vehicleId)?.registration ?? t('fleet.all')} · ${days}`;
}

/** Screen /video/historic (F-41, F-P01): clips, recordings, and the player with the trail. */
export function HistoricScreen() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const found = useClips();
  const { search, open } = found;
  const { subject, isPending } = useSubject(search.vehicleId);
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [isUploading, setIsUploading] = useState(false);
  return (
    <SidebarScreen
      label={t('historic.search')}
      title={t('historic.search')}
      summary={useSummary(found)}
      sidebar={
        <ClipSidebar found={found} device={'device' in subject ? subject.device : undefined} />
      }
    >
      {search.clipId === null ? (
        <ClipList
          found={found}
          subject={subject}
          isPending={isPending}
          onRequest={setWanted}
          onUpload={() => setIsUploading(true)}
        />
      ) : (
        <OpenClip id={search.clipId} found={found} />
      )}
      {wanted !== null && 'vehicle' in subject && (
        <RequestVideo
          {...wanted}
          vehicle={subject.vehicle}
          onRequested={(request) => {
            void queries.invalidateQueries({ queryKey: [CLIPS] });
            open(request);
          }}
          onClose={() => setWanted(null)}
        />
      )}
      {isUploading && 'vehicle' in subject && (
        <UploadDialog
          vehicle={subject.vehicle}
          device={subject.device}
          onUploaded={open}
          onClose={() => setIsUploading(false)}
        />
      )}
    </SidebarScreen>
  );
}
