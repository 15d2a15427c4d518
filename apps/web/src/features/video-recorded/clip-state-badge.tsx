import { useTranslation } from 'react-i18next';
import { cx, look } from '../../ui/look/look.ts';
import { PILL } from '../../ui/look/looks.ts';
import { type Clip, type ClipPhase, isPicturesOnly, phaseOf } from './clip-state.ts';
import styles from './clip-state-badge.module.css';

/** Icons of the phases on a 24-pixel grid, each shown with its word. */
const SIGNS: Readonly<Record<ClipPhase, string>> = {
  queued: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM12 7v5l3 2',
  offline:
    'M3 3l18 18M5 12.5a10 10 0 0 1 4-2.4M19 12.5a10 10 0 0 0-5-2.7M8.5 16a5 5 0 0 1 7 0M12 19.5h.01',
  transferring: 'M12 3v12M7 10l5 5 5-5M4 20h16',
  ready: 'M4 12.5l5 5L20 6.5',
  failed: 'M12 3 22 20H2zM12 9v5M12 17.2h.01',
  cancelled: 'M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM6 6l12 12',
};

const PICTURES_SIGN = 'M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15.5 9.5h.01';

/** The phase of a clip as icon and word, with progress during transfer. */
export function ClipStateBadge({ clip }: { readonly clip: Clip }) {
  const { t } = useTranslation();
  const phase = phaseOf(clip);
  return (
    <span
      data-part="clip-state"
      className={cx(
        look({ ...PILL, flow: 'inlineRow', align: 'center', gap: 2 }),
        styles.clipState,
        styles[`is-${phase}`],
      )}
    >
      <svg
        viewBox="0 0 24 24"
        width="16"
        height="16"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={isPicturesOnly(clip) ? PICTURES_SIGN : SIGNS[phase]} />
      </svg>
      {t(isPicturesOnly(clip) ? 'historic.phase.pictures' : `historic.phase.${phase}`)}
      {phase === 'transferring' && (
        <>
          <progress max={100} value={clip.progress} aria-label={t('historic.progress')} />
          <span className={look({ numeric: true })}>{clip.progress} %</span>
        </>
      )}
    </span>
  );
}

/** The reason why a clip waits or failed; null if there is none. */
export function useClipReason(): (clip: Pick<Clip, 'error' | 'state'>) => string | null {
  const { t } = useTranslation();
  return ({ error, state }) =>
    error === null || state === 'ready' ? null : t(`videoError.${error}`);
}
