import { formatMoment, formatSpeed } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import type { Display } from '../../ui/display.ts';
import { cx, look, row } from '../../ui/look/look.ts';
import { PlayButton, RateSelect, TimeSlider } from '../../ui/playback/controls.tsx';
import { usePlaybackClock } from '../../ui/playback/use-playback-clock.ts';
import styles from './parts.module.css';
import { type Playback, RATES } from './trace-playback.ts';
import { usePlaybackKeys, usePlaybackState } from './use-playback.ts';
import type { TraceStop } from './use-trace.ts';

const PAGE_MS = 600_000;

/** The track of the slider: dark while the vehicle was moving, light while it was stopped. */
function rail(playback: Playback, stops: readonly TraceStop[]): string {
  const length = Math.max(playback.endMs - playback.startMs, 1);
  const at = (timeMs: number) => `${(((timeMs - playback.startMs) / length) * 100).toFixed(2)}%`;
  const parts = stops.flatMap(({ startMs, endMs }) => [
    `var(--accent) ${at(startMs)}`,
    `var(--rail) ${at(startMs)} ${at(endMs)}`,
    `var(--accent) ${at(endMs)}`,
  ]);
  return `linear-gradient(to right, var(--accent) 0%, ${[...parts, 'var(--accent) 100%'].join(', ')})`;
}

/** The playback controls of a trail: play and pause, a time slider, the rate (M-P05). */
export function Player({
  playback,
  stops,
  display: { unit, dates, locale },
}: {
  readonly playback: Playback;
  readonly stops: readonly TraceStop[];
  readonly display: Display;
}) {
  const { t } = useTranslation();
  const { timeMs, isPlaying, rate, skipsStops } = usePlaybackState(playback);
  usePlaybackClock(playback);
  usePlaybackKeys(playback);
  const place = playback.position.get();
  const time = formatMoment(timeMs, dates);
  const speed = formatSpeed(place?.speedKmh ?? 0, unit, locale);
  const isEmpty = playback.endMs <= playback.startMs;

  const onKeyDown = (event: React.KeyboardEvent) => {
    const { key } = event;
    if (key === ' ') playback.toggle();
    else if (key === 'ArrowRight' || key === 'ArrowUp') playback.step(1);
    else if (key === 'ArrowLeft' || key === 'ArrowDown') playback.step(-1);
    else if (key === 'PageUp') playback.seek(timeMs + PAGE_MS);
    else if (key === 'PageDown') playback.seek(timeMs - PAGE_MS);
    else return;
    event.preventDefault();
  };

  return (
    <fieldset
      className={cx(
        row({
          align: 'center',
          gap: 4,
          minWidth: 0,
          margin: 0,
          paddingX: 4,
          paddingTop: 2,
          paddingBottom: 1,
          border: 'none',
        }),
        styles.player,
      )}
      disabled={isEmpty}
    >
      <legend className="visually-hidden">{t('trace.playback')}</legend>
      <PlayButton
        isPlaying={isPlaying}
        label={t(isPlaying ? 'trace.pause' : 'trace.play')}
        onToggle={() => playback.toggle()}
      />
      <TimeSlider
        label={t('trace.time')}
        valueText={`${time}, ${speed}`}
        startMs={playback.startMs}
        endMs={playback.endMs}
        stepMs={1000}
        timeMs={timeMs}
        rail={isEmpty ? 'var(--rail)' : rail(playback, stops)}
        onSeek={(to) => playback.seek(to)}
        onKeyDown={onKeyDown}
      />
      <output className={cx(row({ rigid: true, gap: 3, numeric: true }), styles.playerNow)}>
        <strong>{isEmpty ? t('track.unknown') : time}</strong>
        <span>{isEmpty ? '' : speed}</span>
      </output>
      <RateSelect
        label={t('trace.rate')}
        rates={RATES}
        rate={rate}
        textOf={(one) => t('trace.times', { rate: one })}
        onRate={(one) => playback.setRate(one)}
      />
      <label
        className={cx(
          look({ flow: 'inlineRow', align: 'center', gap: 2, pointer: true }),
          styles.traceSwitch,
        )}
      >
        <input
          type="checkbox"
          checked={skipsStops}
          onChange={(event) => playback.setSkipsStops(event.currentTarget.checked)}
        />
        <span>{t('trace.skipStops')}</span>
      </label>
    </fieldset>
  );
}
