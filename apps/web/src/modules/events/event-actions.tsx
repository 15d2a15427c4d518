import { toApiDate } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { accessOf, destination } from '../../shell/destinations.ts';
import { useDisplay } from '../../shell/display.ts';
import { useSession } from '../../shell/session/context.ts';
import { may } from '../../shell/session/rights.ts';
import type { FleetEvent } from './use-events.ts';

/**
 * What can be done with an event (requirement E-P02): its trace, and the video of its time. Each is there
 * where the person may open its screen and this release has it.
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
  const isOpen = (one: typeof trace) => one.isBuilt && may(current, accessOf(one));
  return (
    <>
      {isOpen(trace) && (
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
      {isOpen(videos) && (
        <Link
          className={className}
          to={videos.path}
          search={{ vehicleId: event.vehicle.id, startDate: event.timestamp }}
        >
          {t('events.video')}
        </Link>
      )}
    </>
  );
}
