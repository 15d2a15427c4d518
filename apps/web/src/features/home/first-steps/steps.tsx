import { Link } from '@tanstack/react-router';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { Button } from '../../../ui/button/button.tsx';
import { accessOf, destination } from '../../../ui/destinations.ts';
import { later } from '../../../ui/later/later.tsx';
import styles from './first-steps.module.css';
import {
  type FirstRecords,
  type StepKey,
  type StepTracker,
  useCountAgain,
} from './use-first-steps.ts';

const { Part: StepPanel } = later(async () => (await import('./step-panels.tsx')).default);

const STEPS: readonly StepKey[] = ['company', 'depot', 'vehicle', 'device', 'user'];
const FOCUSED = 'form input, a.button, [tabindex="-1"]';

interface StepProps {
  readonly step: StepKey;
  readonly records: FirstRecords;
  readonly isDone: boolean;
  readonly isOpen: boolean;
  /** The step was opened because the one before it is done: the focus moves to it. */
  readonly takesFocus: boolean;
  readonly onFocused: () => void;
  readonly onToggle: () => void;
  readonly onDone: () => void;
}

/** Moves the focus to the first field of a panel, or to its content, once that is loaded. */
function useFocusInside(takesFocus: boolean, onFocused: () => void) {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const box = panel.current;
    if (!takesFocus || box === null) return;
    const focus = () => {
      const target = box.querySelector<HTMLElement>(FOCUSED);
      target?.focus();
      if (target !== null) onFocused();
      return target !== null;
    };
    if (focus()) return;
    const watch = new MutationObserver(() => focus() && watch.disconnect());
    watch.observe(box, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [takesFocus, onFocused]);
  return panel;
}

function Step({ step, records, isDone, isOpen, onToggle, onDone, ...focus }: StepProps) {
  const { t } = useTranslation();
  const id = useId();
  const panel = useFocusInside(isOpen && focus.takesFocus, focus.onFocused);
  return (
    <li className={styles.step}>
      <span className={styles.sign} aria-hidden="true">
        {isDone ? '✓' : STEPS.indexOf(step) + 1}
      </span>
      <h3 className={styles.name}>
        <Button
          kind="link"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={`${id}-text`}
          onClick={onToggle}
        >
          {t(`firstSteps.${step}`)}
        </Button>
      </h3>
      <p id={`${id}-text`} className={styles.stepText}>
        {t(`firstSteps.${step}Text`)}
      </p>
      {isDone && <span className={styles.done}>{t('firstSteps.done')}</span>}
      {step === 'device' && records.live !== null && <LiveVehicle live={records.live} />}
      <div id={id} ref={panel} className={styles.panel} hidden={!isOpen}>
        {isOpen && <StepPanel step={step} records={records} onDone={onDone} />}
      </div>
    </li>
  );
}

/** Leads to the live map at the vehicle whose device has sent. */
function LiveVehicle({ live }: { readonly live: StepTracker }) {
  const { t } = useTranslation();
  const { current } = useSession();
  if (!may(current, accessOf(destination('track')))) return null;
  return (
    <Link
      className={`button primary ${styles.live}`}
      to="/telematics/track"
      search={{ vehicle: live.vehicle } as never}
    >
      {t('firstSteps.showOnMap', { registration: live.registration })}
    </Link>
  );
}

/** The steps, of which one is open: at first the first that is not done, then the next one or another. */
export function Steps({ records }: { readonly records: FirstRecords }) {
  const countAgain = useCountAgain();
  // Checked here, although nothing counts it.
  const [isChecked, setIsChecked] = useState(false);
  const isDone = (step: StepKey) => records.isDone[step] || (step === 'company' && isChecked);
  // A step that is completed meanwhile, as by a device, stays open: it may have the focus.
  const [opened, setOpened] = useState(STEPS.find((step) => !isDone(step)) ?? null);
  const [isAdvancing, setIsAdvancing] = useState(false);
  const stay = useCallback(() => setIsAdvancing(false), []);
  const advance = async (step: StepKey) => {
    await countAgain();
    if (step === 'company') setIsChecked(true);
    const following = STEPS.slice(STEPS.indexOf(step) + 1);
    setOpened(following.find((one) => !isDone(one)) ?? null);
    setIsAdvancing(true);
  };
  return (
    <ol className={styles.steps}>
      {STEPS.map((step) => (
        <Step
          key={step}
          step={step}
          records={records}
          isDone={isDone(step)}
          isOpen={opened === step}
          takesFocus={isAdvancing}
          onFocused={stay}
          onToggle={() => {
            setIsAdvancing(false);
            setOpened(opened === step ? null : step);
          }}
          onDone={() => void advance(step)}
        />
      ))}
    </ol>
  );
}
