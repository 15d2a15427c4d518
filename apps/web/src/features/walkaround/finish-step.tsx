import { useEffect, useState } from 'react';
import { Field } from '../../ui/field/field.tsx';
import { smallLater } from '../../ui/later/small-later.tsx';
import { cx, stack } from '../../ui/look/look.ts';
import { knownText, t } from '../../ui/page-texts/texts.ts';
import type { CheckDraft } from './check-draft.ts';
import type { Known } from './start-store.ts';
import styles from './walkaround.module.css';
import { type Draft, defectsOf, faultsOf, hasOdometer, isOffRoad } from './walkaround-model.ts';
import { durationText } from './walkaround-texts.ts';

const { Part: CheckSignature, prefetch } = smallLater(
  async () => (await import('./check-signature.tsx')).CheckSignature,
);
const TICK_MS = 1000;

/** Summary of the findings before signing. */
function Summary({ draft }: { readonly draft: Draft }) {
  const defects = defectsOf(draft);
  if (defects.length === 0)
    return <p className={cx(styles.walkOutcome, styles['is-good'])}>{t('walk.nilDefects')}</p>;
  return (
    <>
      {isOffRoad(draft) && (
        <p className={cx(styles.walkOutcome, styles['is-bad'])}>
          <strong>{t('walk.doNotDrive')}</strong> {t('walk.doNotDriveText')}
        </p>
      )}
      <ul className={stack({ gap: 2, margin: 0, padding: 0, list: true })}>
        {defects.map(({ item, answer, registration }) => (
          <li key={`${registration ?? ''}\n${item.section}\n${item.name}`}>
            {registration === null ? '' : `${registration.toUpperCase()}: `}
            <strong>{knownText(item.name)}</strong>
            {answer.severity === null ? '' : ` (${t(`walk.severity.${answer.severity}`)})`}:{' '}
            {answer.note}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The time since the start of the check. */
function useElapsedMs(startedAtMs: number, nowMs: () => number): number {
  const [elapsedMs, setElapsedMs] = useState(() => nowMs() - startedAtMs);
  useEffect(() => {
    const timer = setInterval(() => setElapsedMs(nowMs() - startedAtMs), TICK_MS);
    return () => clearInterval(timer);
  });
  return elapsedMs;
}

/** Odometer, place and signature. */
export function FinishStep({
  check: { draft, change },
  known,
  nowMs,
  isTold,
}: {
  readonly check: CheckDraft;
  readonly known: Known;
  readonly nowMs: () => number;
  readonly isTold: boolean;
}) {
  const faults = isTold ? faultsOf(draft) : [];
  const elapsedMs = useElapsedMs(draft.startedAtMs, nowMs);
  const isShort = elapsedMs < known.start.short_check * 1000;
  return (
    <>
      <h2>{t('walk.finish')}</h2>
      <Summary draft={draft} />
      <p className={isShort ? cx(styles.walkOutcome, styles['is-warn']) : styles.walkQuiet}>
        {t('walk.took', { time: durationText(elapsedMs) })}
        {isShort && `. ${t('walk.short', { seconds: known.start.short_check })}`}
      </p>
      {hasOdometer(draft) && (
        <Field
          label={t(draft.distanceUnit === 'MLS' ? 'walk.odometerMiles' : 'walk.odometerKm')}
          isRequired
          fault={faults.includes('odometer') ? [t('walk.noOdometer')] : undefined}
        >
          {(props) => (
            <input
              {...props}
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={draft.odometer}
              onChange={(event) => change({ odometer: event.currentTarget.value })}
            />
          )}
        </Field>
      )}
      <Field
        label={t('walk.place')}
        hint={t(draft.position === null ? 'walk.noPosition' : 'walk.hasPosition')}
        fault={undefined}
      >
        {(props) => (
          <input
            {...props}
            autoComplete="off"
            maxLength={120}
            value={draft.place}
            onChange={(event) => change({ place: event.currentTarget.value })}
          />
        )}
      </Field>
      <p>{t('walk.declaration')}</p>
      <CheckSignature draft={draft} onSign={change} />
      <p className="field-fault" role="alert">
        {faults.includes('signature') ? t('walk.noSignature') : ''}
      </p>
    </>
  );
}

/** Preloads the signature pad, so that the check can be signed offline. */
export const prefetchSignature = prefetch;
