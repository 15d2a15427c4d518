import { formatDate, formatSpeed, formatTime } from '@roadworthy/domain';
import type { Display } from '../../../ui/display.ts';
import { cx, row } from '../../../ui/look/look.ts';
import type { ClipPlayback } from './clip-playback.ts';
import styles from './clip-player.module.css';
import { SignalText } from './signal-text.tsx';

const PLACE_DECIMALS = 5;

/** The data at the time of the frame: driver, time, speed, place. */
export function Stamp({
  playback,
  registration,
  display: { dates, unit, locale },
}: {
  readonly playback: ClipPlayback;
  readonly registration: string;
  readonly display: Display;
}) {
  return (
    <figcaption
      className={cx(
        row({
          wrap: true,
          rowGap: 'half',
          columnGap: 3,
          paddingY: 1,
          paddingX: 2,
          size: 'small',
          numeric: true,
          radius: 'small',
        }),
        styles.clipStamp,
      )}
    >
      <span>{registration}</span>
      <SignalText
        signal={playback.state}
        text={({ timeMs }) => `${formatDate(timeMs, dates)} ${formatTime(timeMs, dates, true)}`}
      />
      <SignalText
        signal={playback.position}
        text={(place) => (place === null ? '' : formatSpeed(place.speedKmh, unit, locale))}
      />
      <SignalText
        signal={playback.position}
        text={(place) =>
          place === null
            ? ''
            : `${place.latitudeDeg.toFixed(PLACE_DECIMALS)}, ${place.longitudeDeg.toFixed(PLACE_DECIMALS)}`
        }
      />
    </figcaption>
  );
}
