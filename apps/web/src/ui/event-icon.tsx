import { type EventGroup, eventType } from '@roadworthy/domain';

/** Icons of event groups on a 24-pixel grid, also used on the map. */
export const EVENT_PATHS: Readonly<Record<EventGroup, string>> = {
  ignition: 'M11 3h2v9h-2zM7.8 5.6 9 7.2a6 6 0 1 0 6 0l1.2-1.6a8 8 0 1 1-8.4 0z',
  behaviour: 'M12 3 22 20H2zM11 9v6h2V9zm0 7.5v2h2v-2z',
  safety: 'M8 3h8l5 5v8l-5 5H8l-5-5V8zM11 7v7h2V7zm0 8.5v2h2v-2z',
  vehicle:
    'M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zm-1.2-6h2.4l.5 2.6 2 .8 2.2-1.5 1.7 1.7-1.5 2.2.8 2 2.6.5v2.4l-2.6.5-.8 2 1.5 2.2-1.7 1.7-2.2-1.5-2 .8-.5 2.6h-2.4l-.5-2.6-2-.8-2.2 1.5-1.7-1.7 1.5-2.2-.8-2-2.6-.5v-2.4l2.6-.5.8-2-1.5-2.2 1.7-1.7 2.2 1.5 2-.8z',
  geofence:
    'M12 2 21 7v10l-9 5-9-5V7zm0 2.3L5 8.2v7.6l7 3.9 7-3.9V8.2zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z',
  device:
    'M7 6h10v12H7zM9 8v8h6V8zM9 2h2v3H9zm4 0h2v3h-2zM9 19h2v3H9zm4 0h2v3h-2zM2 9h4v2H2zm0 4h4v2H2zm16-4h4v2h-4zm0 4h4v2h-4z',
  driver: 'M12 3a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM3 21c.5-4.5 4-7 9-7s8.5 2.5 9 7z',
  camera: 'M3 7h12v10H3zm13 3.5L21 7v10l-5-3.5zM9 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z',
};

/** Colour role of an event group, by severity. */
export const EVENT_ROLES: Readonly<
  Record<EventGroup, 'good' | 'warn' | 'bad' | 'accent' | 'quiet'>
> = {
  ignition: 'good',
  behaviour: 'warn',
  safety: 'bad',
  vehicle: 'accent',
  geofence: 'accent',
  device: 'quiet',
  driver: 'accent',
  camera: 'warn',
};

/** The group of an event code; unknown codes belong to the device group. */
export function eventGroup(eventCode: number): EventGroup {
  return eventType(eventCode)?.group ?? 'device';
}

/** The icon of an event, next to its name. */
export function EventIcon({
  eventCode,
  size = 20,
}: {
  readonly eventCode: number;
  readonly size?: number;
}) {
  const group = eventGroup(eventCode);
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="currentColor"
      aria-hidden="true"
      style={{ flex: 'none', color: `var(--${EVENT_ROLES[group]})` }}
    >
      <path fillRule="evenodd" d={EVENT_PATHS[group]} />
    </svg>
  );
}
