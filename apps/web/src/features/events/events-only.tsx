import { COACHING_COUNTS, EVENT_SIDES, formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { formatDay, readDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, look } from '../../ui/look/look.ts';
import { driverText } from './event-texts.ts';
import styles from './events.module.css';
import type { useEvents } from './use-events.ts';

/** A filter that a link from another screen has set, and a button that removes it. */
function Only({
  text,
  clear,
  onClear,
}: {
  readonly text: string;
  readonly clear: string;
  readonly onClear: () => void;
}) {
  return (
    <span
      className={cx(
        look({
          flow: 'inlineRow',
          align: 'center',
          paddingLeft: 3,
          tone: 'accent',
          size: 'small',
          weight: 'strong',
          ground: 'accent',
          radius: 'pill',
        }),
        styles.eventsOnly,
      )}
    >
      {text}
      <Button kind="icon" aria-label={clear} onClick={onClear}>
        <span aria-hidden="true">×</span>
      </Button>
    </span>
  );
}

/** The filters that other screens link with: each says what the list is limited to. */
export function EventsOnly({ search }: { readonly search: ReturnType<typeof useEvents> }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { address, driverId, groupId, events, groups, moments, setAddress } = search;
  const depot = groups.data?.find(({ id }) => id === groupId)?.name ?? t('events.oneGroup');
  const driver = driverText(events[0]?.driver ?? null) ?? t('events.oneDriver');
  const names = [...(driverId === null ? [] : [driver]), ...(groupId === null ? [] : [depot])];
  const side = EVENT_SIDES.find((one) => one === address.side);
  const counted = COACHING_COUNTS.find((one) => one === address.counted);
  const reviewed = readDay(address.reviewed);
  const time = (moment: string) => formatDateTime(Date.parse(moment), dates);
  const without = (...removed: readonly string[]) =>
    setAddress({
      ...Object.fromEntries(removed.map((name) => [name, undefined])),
      page: undefined,
      eventId: undefined,
    });
  const texts: readonly (readonly [text: string, names: readonly string[]])[] = [
    ...(side === undefined ? [] : [[t(`events.side.${side}`), ['side']] as const]),
    ...(counted === undefined ? [] : [[t(`events.counted.${counted}`), ['counted']] as const]),
    ...(reviewed === null
      ? []
      : [
          [
            t('events.reviewedSince', { time: formatDay(reviewed, dates.dateFormat) }),
            ['reviewed'],
          ] as const,
        ]),
    ...(moments === null
      ? []
      : [
          [
            t('events.between', { from: time(moments.start), to: time(moments.end) }),
            ['from', 'to'],
          ] as const,
        ]),
  ];
  return (
    <>
      {names.length > 0 && (
        <Only
          text={t('events.onlyDriver', { name: names.join(', ') })}
          clear={t('events.clearOnly')}
          onClear={() => search.setVehicle(null)}
        />
      )}
      {texts.map(([text, removed]) => (
        <Only
          key={text}
          text={text}
          clear={t('events.clearFilter', { name: text })}
          onClear={() => without(...removed)}
        />
      ))}
    </>
  );
}
