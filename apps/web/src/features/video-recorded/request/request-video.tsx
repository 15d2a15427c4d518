import type { AnswerOf, contract } from '@roadworthy/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../api/client.ts';
import { toast } from '../../../ui/toast.ts';
import type { RequestKind } from './request-rules.ts';
import { useActiveDevices } from './use-active-devices.ts';
import { VideoRequestDialog } from './video-request-dialog.tsx';

type VideoRequest = AnswerOf<typeof contract.videoRecorded.create>;

/**
 * The request dialog with its calls: the recordings on the device limit the range, RP-11
 * sends the request (requirements F-P03, F-P04).
 *
 * @param startMs initial time, ms since 1970 UTC; by default the latest possible
 */
export function RequestVideo({
  vehicle,
  kind = 'recorded',
  startMs,
  durationS,
  onRequested,
  onClose,
}: {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly kind?: RequestKind;
  readonly startMs?: number | undefined;
  readonly durationS?: number | undefined;
  readonly onRequested?: (request: VideoRequest) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { devices, isPending } = useActiveDevices();
  if (isPending) return null;
  const device = devices.find((one) => one.vehicle === vehicle.id);
  return (
    <VideoRequestDialog
      vehicle={vehicle}
      kind={kind}
      startMs={startMs}
      durationS={durationS}
      oldestMs={device?.oldest_footage == null ? null : Date.parse(device.oldest_footage)}
      cameras={device?.cameras ?? []}
      onRequest={async (result, cameras, reason) => {
        const request = await api.videoRecorded.create({
          body: {
            ...result,
            live: kind === 'live',
            reason,
            ...(cameras === null ? {} : { cameras: [...cameras] }),
          },
        });
        toast.success(t('videoRequest.requested'));
        void queries.invalidateQueries({ queryKey: ['video-requests'] });
        onRequested?.(request);
      }}
      onClose={onClose}
    />
  );
}
