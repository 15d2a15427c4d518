import { formatDateTime } from '@roadworthy/domain';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useDisplay } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { cx, look, stack } from '../../../ui/look/look.ts';
import { CameraChoice, type RequestCamera } from './camera-choice.tsx';
import { MomentField } from './moment-field.tsx';
import {
  DURATIONS,
  onSlider,
  type RequestKind,
  resultOf,
  startRange,
  type VideoRequestResult,
} from './request-rules.ts';
import styles from './video-request.module.css';

/** Of the contract (RP-11). */
const MAX_REASON = 300;

export interface VideoRequestDialogProps {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly kind: RequestKind;
  /** Initial time, ms since 1970 UTC; by default the latest possible. */
  readonly startMs?: number | undefined;
  /** Initial duration; a default if missing. */
  readonly durationS?: number | undefined;
  /** The oldest video that the device reports, ms since 1970 UTC; null if it reports none. */
  readonly oldestMs: number | null;
  /** Available cameras; if empty, all are requested. */
  readonly cameras: readonly RequestCamera[];
  /**
   * Sends the request. If it throws, the error is shown and the dialog stays open.
   *
   * @param cameras null for all
   * @param reason for the viewing log; may be empty
   */
  readonly onRequest: (
    result: VideoRequestResult,
    cameras: readonly number[] | null,
    reason: string,
  ) => Promise<void>;
  readonly onClose: () => void;
}

/** The length of the requested video. */
function LengthField({
  kind,
  lengthS,
  onChange,
}: {
  readonly kind: RequestKind;
  readonly lengthS: number;
  readonly onChange: (lengthS: number) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const { leastS, mostS, stepS } = DURATIONS[kind];
  return (
    <div
      className={cx(
        stack({ rowGap: 1, columnGap: 2, align: 'baseline' }),
        styles.videoRequestLength,
      )}
    >
      <label htmlFor={id}>{t('videoRequest.duration')}</label>
      <output htmlFor={id}>{t('videoRequest.seconds', { seconds: lengthS })}</output>
      <input
        id={id}
        type="range"
        min={leastS}
        max={mostS}
        step={stepS}
        value={lengthS}
        aria-valuetext={t('videoRequest.seconds', { seconds: lengthS })}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
      <span aria-hidden="true">{t('videoRequest.seconds', { seconds: leastS })}</span>
      <span aria-hidden="true">{t('videoRequest.seconds', { seconds: mostS })}</span>
    </div>
  );
}

/** Requests recorded video, or the next seconds of live video (requirements F-32 to F-40). */
export function VideoRequestDialog({
  vehicle,
  kind,
  startMs,
  durationS,
  oldestMs,
  cameras,
  onRequest,
  onClose,
}: VideoRequestDialogProps) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const [lengthS, setLengthS] = useState(() => onSlider(kind, durationS ?? DURATIONS[kind].firstS));
  const [fromMs, setFromMs] = useState<number | null>(() => {
    const { latestMs } = startRange(oldestMs, lengthS, Date.now());
    return Math.floor(Math.min(startMs ?? latestMs, latestMs) / 1000) * 1000;
  });
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const { earliestMs, latestMs } = startRange(oldestMs, lengthS, Date.now());
  const faultOf = (timeMs: number | null): string | null => {
    if (timeMs === null) return t('videoRequest.noTime');
    if (timeMs < earliestMs)
      return t('videoRequest.tooEarly', { time: formatDateTime(earliestMs, dates) });
    if (timeMs > latestMs)
      return t('videoRequest.tooLate', { time: formatDateTime(latestMs, dates) });
    return null;
  };
  const fault = kind === 'live' ? null : faultOf(fromMs);
  const isPossible = lengthS > 0 && fault === null && chosen?.length !== 0;

  const request = async (close: () => void) => {
    setIsBusy(true);
    setError(null);
    try {
      const beginMs = kind === 'live' ? Date.now() : (fromMs ?? Date.now());
      await onRequest(resultOf(vehicle.id, beginMs, lengthS), chosen, reason.trim());
      close();
    } catch (failure) {
      setError(
        failure instanceof ApiError && failure.status > 0
          ? failure.message
          : t('videoRequest.failed'),
      );
      setIsBusy(false);
    }
  };

  return (
    <Dialog
      title={t(kind === 'live' ? 'videoRequest.titleLive' : 'videoRequest.title')}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <FormActions
          action={t('videoRequest.request', { seconds: lengthS })}
          isDisabled={isBusy || !isPossible}
          onAction={() => void request(close)}
          onCancel={close}
        />
      )}
    >
      <div className={cx(stack({ gap: 4 }), styles.videoRequest)}>
        <p className={look({ weight: 'bold' })}>{vehicle.registration}</p>
        {kind === 'live' ? (
          <p>{t('videoRequest.now')}</p>
        ) : (
          <MomentField
            label={t('videoRequest.start')}
            valueMs={fromMs}
            fault={fault}
            onChange={setFromMs}
          />
        )}
        <LengthField kind={kind} lengthS={lengthS} onChange={setLengthS} />
        <CameraChoice cameras={cameras} chosen={chosen} onChange={setChosen} />
        <Field label={t('videoRequest.reason')} fault={undefined}>
          {(field) => (
            <input
              {...field}
              maxLength={MAX_REASON}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
        {error !== null && (
          <p className="field-fault" role="alert">
            {error}
          </p>
        )}
      </div>
    </Dialog>
  );
}
