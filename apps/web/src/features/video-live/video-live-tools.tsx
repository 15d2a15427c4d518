import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { cx, look, row } from '../../ui/look/look.ts';
import { Select } from '../../ui/select/select.tsx';
import styles from './pictures.module.css';
import type { LiveMode } from './video-live-modes.ts';

const SIGNS = {
  pause: 'M7 5h3.5v14H7zm6.5 0H17v14h-3.5z',
  play: 'M8 5v14l11-7z',
  sound: 'M4 9v6h4l5 4V5L8 9zm11.5-.5a5 5 0 0 1 0 7M17.8 6a8.5 8.5 0 0 1 0 12',
  silent: 'M4 9v6h4l5 4V5L8 9zm12 .5 5 5m0-5-5 5',
  grid: 'M4 5h7v6H4zm9 0h7v6h-7zM4 13h7v6H4zm9 0h7v6h-7z',
  best: 'M4 5h16v12H4zM8 21h8M9 11l2 2 4-4',
  facts: 'M4 19V9m5.3 10V5m5.4 14v-7M20 19V8',
  still: 'M4 8h3l2-2.5h6L17 8h3v11H4zm8 8.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z',
  full: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
} as const;

/** The icon of a tool. */
function Sign({ name }: { readonly name: keyof typeof SIGNS }) {
  const isFilled = name === 'pause' || name === 'play';
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke={isFilled ? 'none' : 'currentColor'}
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={SIGNS[name]} />
    </svg>
  );
}

/** The actions of the video tools, each with a key. */
export interface ToolBox {
  readonly modes: readonly LiveMode[];
  readonly mode: LiveMode;
  readonly onMode: (mode: LiveMode) => void;
  readonly isPaused: boolean;
  readonly onPause: () => void;
  readonly isGrid: boolean;
  readonly onGrid: () => void;
  readonly isBest: boolean;
  readonly onBest: () => void;
  readonly hasSound: boolean;
  readonly onSound: () => void;
  readonly hasFacts: boolean;
  readonly onFacts: () => void;
  readonly onStill: () => void;
  readonly onFullScreen: () => void;
}

interface Tool {
  readonly key: string;
  readonly label: string;
  readonly sign: keyof typeof SIGNS;
  readonly run: () => void;
  /** Undefined if it is not a toggle. */
  readonly isOn?: boolean;
}

/** The tools of the mode, in order. */
export function toolsOf(box: ToolBox): readonly Tool[] {
  const { mode, isPaused, isGrid, isBest, hasSound, hasFacts } = box;
  const isLive = mode === 'live';
  return [
    // Requirement F-04: only in snapshot mode.
    ...(mode === 'snapshots'
      ? [
          {
            key: 'p',
            label: isPaused ? 'liveVideo.resume' : 'liveVideo.pause',
            sign: isPaused ? 'play' : 'pause',
            run: box.onPause,
          } as const,
        ]
      : []),
    ...(isLive
      ? [
          {
            key: 'm',
            label: hasSound ? 'liveVideo.soundOff' : 'liveVideo.soundOn',
            sign: hasSound ? 'sound' : 'silent',
            run: box.onSound,
          } as const,
        ]
      : []),
    { key: 'g', label: 'liveVideo.grid', sign: 'grid', run: box.onGrid, isOn: isGrid },
    ...(isLive && !isGrid
      ? [
          {
            key: 'q',
            label: 'liveVideo.best',
            sign: 'best',
            run: box.onBest,
            isOn: isBest,
          } as const,
        ]
      : []),
    { key: 'i', label: 'liveVideo.facts', sign: 'facts', run: box.onFacts, isOn: hasFacts },
    { key: 's', label: 'liveVideo.still', sign: 'still', run: box.onStill },
    { key: 'f', label: 'liveVideo.fullScreen', sign: 'full', run: box.onFullScreen },
  ];
}

/** The toolbar below the video. */
export function Tools({ box }: { readonly box: ToolBox }) {
  const { t } = useTranslation();
  return (
    <div
      className={cx(row({ wrap: true, gap: 1, align: 'center', padding: 2 }), styles.watchTools)}
      role="toolbar"
      aria-label={t('liveVideo.tools')}
    >
      {toolsOf(box).map(({ key, label, sign, run, isOn }) => {
        const hasWord = sign === 'pause' || sign === 'play';
        return (
          <Button
            key={key}
            kind={hasWord ? 'plain' : 'icon'}
            aria-label={hasWord ? undefined : t(label)}
            title={hasWord ? undefined : `${t(label)} (${key})`}
            aria-pressed={isOn}
            aria-keyshortcuts={key}
            onClick={run}
          >
            <Sign name={sign} />
            {hasWord && t(label)}
          </Button>
        );
      })}
      {box.modes.length > 1 && (
        <label className={cx(look({ push: true }), styles.watchMode)}>
          <span className="visually-hidden">{t('liveVideo.mode')}</span>
          <Select
            value={box.mode}
            onChange={(event) => box.onMode(event.currentTarget.value as LiveMode)}
          >
            {box.modes.map((mode) => (
              <option key={mode} value={mode}>
                {t(`liveVideo.mode.${mode}`)}
              </option>
            ))}
          </Select>
        </label>
      )}
    </div>
  );
}
