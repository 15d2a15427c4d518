import { EventIcon } from '../../ui/event-icon.tsx';
import { useEventName } from '../../ui/event-name.ts';
import { row } from '../../ui/look/look.ts';
import { ClipThumbnail } from '../video-recorded/thumbnails/clip-thumbnail.tsx';
import type { FleetEvent } from './use-events.ts';

/** The type of an event with its icon, and the thumbnail of its clip. */
export function EventCell({
  of: { event, vehicle, has_video: hasVideo, thumbnail },
}: {
  readonly of: Pick<FleetEvent, 'event' | 'vehicle' | 'has_video' | 'thumbnail'>;
}) {
  const nameOf = useEventName();
  return (
    <span className={row({ align: 'center', gap: 2, nowrap: true })}>
      {(hasVideo || typeof thumbnail === 'string') && (
        <ClipThumbnail address={thumbnail} of={`${vehicle.registration}, ${nameOf(event)}`} />
      )}
      <EventIcon eventCode={event.eventCode} />
      {nameOf(event)}
    </span>
  );
}
