import { formatTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import type { Display } from '../../../ui/display.ts';
import { EVENT_ROLES, eventGroup } from '../../../ui/event-icon.tsx';
import { cx, look, row, stack } from '../../../ui/look/look.ts';
import { PlayButton, RateSelect, TimeSlider } from '../../../ui/playback/controls.tsx';
import { formatLength } from '../clip-state.ts';
import { type ClipPlayback, RATES } from './clip-playback.ts';
import styles from './clip-player.module.css';
import { useClipState } from './use-clip-playback.ts';

const SIGNS = {
  back: 'M19 5v14l-9-7zM6 5h2.5v14H6z',
  forward: 'M5 5v14l9-7zM15.5 5H18v14h-2.5z',
  sound:
    'M4 9v6h4l5 5V4L8 9zM15.5 8.5a5 5 0 0 1 0 7l-1.2-1.2a3.3 3.3 0 0 0 0-4.6zM18.3 5.7a9 9 0 0 1 0 12.6l-1.2-1.2a7.3 7.3 0 0 0 0-10.2z',
  silent:
    'M4 9v6h4l5 5V4L8 9zM15 9.5 16.5 8 19 10.5 21.5 8 23 9.5 20.5 12 23 14.5 21.5 16 19 13.5 16.5 16 15 14.5 17.5 12z',
  stamps: 'M3 4h18v16H3zM5 6v12h14V6zM7 14h10v2H7zM7 10h6v2H7z',
  still: 'M4 7h3.5L9.5 4.5h5L16.5 7H20v12H4zM12 16.8a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6z',
  full: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
} as const;

/** A mark on the slider, such as an event. */
export interface SliderMark {
  readonly timeMs: number;
  readonly eventCode: number;
  readonly label: string;
}

function Control({
  sign,
  label,
  isPressed,
  onPress,
}: {
  readonly sign: keyof typeof SIGNS;
  readonly label: string;
  readonly isPressed?: boolean;
  readonly onPress: () => void;
}) {
  return (
    <Button
      kind="icon"
      className={styles.clipControl}
      aria-label={label}
      title={label}
      {...(isPressed === undefined ? {} : { 'aria-pressed': isPressed })}
      onClick={onPress}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" fill="currentColor" aria-hidden="true">
        <path fillRule="evenodd" d={SIGNS[sign]} />
      </svg>
    </Button>
  );
}

/** Actions of the player other than seeking. */
export interface TransportSettings {
  readonly isHeard: boolean;
  readonly hasStamps: boolean;
  readonly onSound: () => void;
  readonly onStamps: () => void;
  readonly onFull: () => void;
  /** Null if stills cannot be taken. */
  readonly onStill: (() => void) | null;
}

/** Sound, overlay, still and full screen. */
function SettingControls(settings: TransportSettings) {
  const { t } = useTranslation();
  return (
    <>
      <Control
        sign={settings.isHeard ? 'sound' : 'silent'}
        label={t('historic.sound')}
        isPressed={settings.isHeard}
        onPress={settings.onSound}
      />
      <Control
        sign="stamps"
        label={t('historic.stamps')}
        isPressed={settings.hasStamps}
        onPress={settings.onStamps}
      />
      {settings.onStill !== null && (
        <Control sign="still" label={t('liveVideo.still')} onPress={settings.onStill} />
      )}
      <Control sign="full" label={t('historic.full')} onPress={settings.onFull} />
    </>
  );
}

/** Controls: play, single frames, the slider with events, rate, audio, overlay, full screen. */
export function Transport({
  playback,
  marks,
  display: { dates },
  settings,
}: {
  readonly playback: ClipPlayback;
  readonly marks: readonly SliderMark[];
  readonly display: Display;
  readonly settings: TransportSettings;
}) {
  const { t } = useTranslation();
  const { timeMs, isPlaying, isWaiting, rate } = useClipState(playback);
  const { startMs, endMs } = playback;
  const lengthMs = Math.max(endMs - startMs, 1);
  const share = (at: number) => ((at - startMs) / lengthMs) * 100;
  const time = formatTime(timeMs, dates, true);
  const done = formatLength((timeMs - startMs) / 1000);
  return (
    <fieldset
      className={cx(
        stack({
          gap: 1,
          minWidth: 0,
          margin: 0,
          paddingY: 2,
          paddingX: 3,
          ground: 'surface',
          border: 'none',
          borderTop: true,
        }),
        styles.clipTransport,
      )}
    >
      <legend className="visually-hidden">{t('historic.player')}</legend>
      <div className={stack({ relative: true })}>
        <div className={styles.clipSliderMarks} aria-hidden="true">
          {marks.map(({ timeMs: at, eventCode, label }) => (
            <span
              key={`${at}-${eventCode}`}
              title={label}
              style={{
                left: `${share(at)}%`,
                background: `var(--${EVENT_ROLES[eventGroup(eventCode)]})`,
              }}
            />
          ))}
        </div>
        <TimeSlider
          label={t('historic.time')}
          valueText={`${time}, ${done}`}
          startMs={startMs}
          endMs={endMs}
          stepMs={10}
          timeMs={timeMs}
          onSeek={(to) => playback.seek(to)}
        />
      </div>
      <div className={cx(row({ wrap: true, align: 'center', gap: 1 }), styles.clipControls)}>
        <Control sign="back" label={t('historic.pictureBack')} onPress={() => playback.step(-1)} />
        <PlayButton
          isPlaying={isPlaying}
          label={t(isPlaying ? 'historic.pause' : 'historic.play')}
          onToggle={() => playback.toggle()}
        />
        <Control sign="forward" label={t('historic.pictureOn')} onPress={() => playback.step(1)} />
        <output
          className={cx(
            row({ gap: 3, align: 'baseline', marginLeft: 2, numeric: true, nowrap: true }),
            styles.clipNow,
          )}
        >
          <strong>{time}</strong>
          <span>
            {done} / {formatLength(lengthMs / 1000)}
          </span>
        </output>
        <span className={cx(look({ grow: true, size: 'small' }), styles.clipWaiting)} role="status">
          {isWaiting ? t('historic.waiting') : ''}
        </span>
        <RateSelect
          label={t('historic.rate')}
          rates={RATES}
          rate={rate}
          textOf={(one) => t('trace.times', { rate: one })}
          onRate={(one) => playback.setRate(one)}
        />
        <SettingControls {...settings} />
      </div>
    </fieldset>
  );
}
