import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { cx, row, stack } from '../../ui/look/look.ts';
import styles from './clip-progress.module.css';
import { type Clip, type ClipPhase, phaseOf } from './clip-state.ts';
import { useClipReason } from './clip-state-badge.tsx';
import { useClipActions, useMayWrite } from './use-clip-actions.ts';

const STEPS: readonly (readonly [phase: ClipPhase, of: readonly ClipPhase[]])[] = [
  ['queued', ['queued', 'offline']],
  ['transferring', ['transferring']],
  ['ready', ['ready']],
];

/**
 * The progress of a clip: its phase, the reason why it waits or failed, and its actions (F-P03).
 */
export function ClipProgress({ clip }: { readonly clip: Clip }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const actions = useClipActions(clip);
  const reasonOf = useClipReason();
  const mayWrite = useMayWrite();
  const phase = phaseOf(clip);
  const isOver = phase === 'failed' || phase === 'cancelled' || phase === 'ready';
  const at = STEPS.findIndex(([, phases]) => phases.includes(phase));
  return (
    <section
      className={cx(
        stack({
          content: 'center',
          items: 'center',
          gap: 3,
          padding: 6,
          text: 'center',
          ground: 'surface',
        }),
        styles.clipWay,
      )}
      aria-live="polite"
    >
      <h2>{t(`historic.way.${phase}`)}</h2>
      {!isOver && (
        <ol
          className={cx(
            row({ wrap: true, justify: 'center', gap: 2, margin: 0, padding: 0, list: true }),
            styles.clipSteps,
          )}
        >
          {STEPS.map(([step], index) => (
            <li
              key={step}
              className={cx(index < at && styles.done, index === at && styles.now)}
              aria-current={index === at ? 'step' : undefined}
            >
              {t(`historic.phase.${step}`)}
            </li>
          ))}
        </ol>
      )}
      {phase === 'transferring' && (
        <p className={cx(row({ align: 'center', gap: 3, numeric: true }), styles.clipWayProgress)}>
          <progress max={100} value={clip.progress} aria-label={t('historic.progress')} />
          <span>{clip.progress} %</span>
        </p>
      )}
      <p>{reasonOf(clip)}</p>
      {phase === 'ready' && <p>{t('historic.noFilm')}</p>}
      {phase === 'offline' && (
        <p>
          {t('historic.waitsUntil', { time: formatDateTime(Date.parse(clip.waits_until), dates) })}
        </p>
      )}
      {mayWrite && phase !== 'ready' && (
        <div className={row({ gap: 2, marginTop: 2 })}>
          {phase !== 'transferring' && (
            <Button kind="primary" disabled={actions.isBusy} onClick={() => void actions.retry()}>
              {t('historic.retry')}
            </Button>
          )}
          {!isOver && (
            <Button disabled={actions.isBusy} onClick={() => void actions.cancel()}>
              {t('historic.cancel')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
