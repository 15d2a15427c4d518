import { toApiDate } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { accessOf, destination } from '../../ui/destinations.ts';
import { useDisplay } from '../../ui/display.ts';
import { RequestVideoButton } from '../video-recorded/request/video-actions.tsx';
import type { FleetEvent } from './use-events.ts';

/**
 * The actions of an event (requirement E-P02): its trace and clip if the user can open those
 * screens, and a request for video if the vehicle has cameras and the user may request it.
 */
export function EventActions({
  event,
  className = 'table-action',
}: {
  readonly event: FleetEvent;
  readonly className?: string;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const { timeZone } = useDisplay().dates;
  const trace = destination('trace');
  const videos = destination('videos');
  return (
    <>
      {may(current, accessOf(trace)) && (
        <Link
          className={className}
          to={trace.path}
          search={{
            vehicleId: event.vehicle.id,
            startDate: toApiDate(Date.parse(event.timestamp), timeZone),
          }}
        >
          {t('events.trace')}
        </Link>
      )}
      {typeof event.clip === 'number' && may(current, accessOf(videos)) && (
        <Link className={className} to={videos.path} search={{ clipId: event.clip }}>
          {t('events.clip')}
        </Link>
      )}
      <RequestVideoButton
        vehicle={event.vehicle}
        startMs={() => Date.parse(event.timestamp)}
        className={className}
      />
    </>
  );
}
