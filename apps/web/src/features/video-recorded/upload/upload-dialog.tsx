import { formatBytes } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useLocale } from '../../../ui/display.ts';
import { Field } from '../../../ui/field/field.tsx';
import { FileButton } from '../../../ui/file-button/file-button.tsx';
import { useFileDrop } from '../../../ui/file-button/use-file-drop.ts';
import { showFirstFault } from '../../../ui/first-fault.ts';
import { cx, look, stack } from '../../../ui/look/look.ts';
import { Select } from '../../../ui/select/select.tsx';
import { toast } from '../../../ui/toast.ts';
import { MomentField } from '../request/moment-field.tsx';
import type { ActiveDevice } from '../request/use-active-devices.ts';
import { CLIPS } from '../use-clips.ts';
import styles from './upload.module.css';
import { type UploadState, useUpload } from './use-upload.ts';
import { durationOfVideo, fileFault, probableStartMs } from './video-file.ts';

/** Selects an MP4 by button or drop. */
function FilmField({
  file,
  fault,
  isBusy,
  onFile,
}: {
  readonly file: File | null;
  readonly fault: readonly string[] | undefined;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const take = (files: Iterable<File>) => {
    const [first] = files;
    if (first !== undefined && !isBusy) onFile(first);
  };
  const { isOver, handlers } = useFileDrop(take);
  return (
    <fieldset
      className={isOver ? cx(styles.uploadDrop, styles['is-over']) : styles.uploadDrop}
      aria-invalid={fault !== undefined}
      {...handlers}
    >
      <legend>{t('historic.upload.file')}</legend>
      {file === null ? (
        <p className="field-hint">{t('historic.upload.drop')}</p>
      ) : (
        <p className={look({ breaks: true })}>
          <strong>{file.name}</strong> {formatBytes(file.size, locale)}
        </p>
      )}
      {!isBusy && (
        <FileButton
          label={t(file === null ? 'historic.upload.choose' : 'historic.upload.another')}
          accept="video/mp4,.mp4,.m4v"
          onFiles={take}
        />
      )}
      <p className="field-fault" role="alert">
        {fault?.join(' ')}
      </p>
    </fieldset>
  );
}

/** Progress, and whether the upload waits. */
function Progress({ state, size }: { readonly state: UploadState; readonly size: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const id = useId();
  if (state.kind === 'idle') return null;
  const { sent, isWaiting } = state;
  const key = isWaiting ? 'waiting' : sent >= size ? 'checking' : 'sending';
  const values = { sent: formatBytes(sent, locale), size: formatBytes(size, locale) };
  return (
    <div className={styles.uploadProgress}>
      <progress aria-labelledby={id} max={size} value={sent} />
      <p id={id} role="status" className={isWaiting ? styles['is-waiting'] : undefined}>
        {t(`historic.upload.${key}`, values)}
      </p>
    </div>
  );
}

/**
 * Uploads an MP4 of a camera (F-P03): selected or dropped, with progress; it resumes after a lost
 * connection, and errors are shown next to their fields.
 */
export function UploadDialog({
  vehicle,
  device,
  onUploaded,
  onClose,
}: {
  readonly vehicle: { readonly id: number; readonly registration: string };
  readonly device: ActiveDevice;
  readonly onUploaded: (clip: { readonly id: number }) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [camera, setCamera] = useState(device.cameras[0]?.camera ?? 1);
  const [startMs, setStartMs] = useState<number | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { state, faults, setFaults, start, cancel } = useUpload((id) => {
    toast.success(t('historic.upload.done'));
    void queries.invalidateQueries({ queryKey: [CLIPS] });
    onUploaded({ id });
    onClose();
  });
  const isBusy = state.kind === 'sending';
  useEffect(() => {
    if (Object.keys(faults).length > 0) showFirstFault();
  }, [faults]);
  const choose = async (next: File) => {
    const fault = fileFault(next);
    setFaults(fault === null ? {} : { file: [t(fault)] });
    setFile(fault === null ? next : null);
    if (fault === null) setStartMs(probableStartMs(next, await durationOfVideo(next)));
  };
  const send = () => {
    const missing = {
      ...(file === null ? { file: [t('historic.upload.noFile')] } : {}),
      ...(startMs === null ? { start: [t('historic.upload.noStart')] } : {}),
    };
    setFaults(missing);
    if (file === null || startMs === null) return;
    start({ vehicleId: vehicle.id, camera, startMs, file });
  };
  return (
    <Dialog
      title={t('historic.upload.title', { registration: vehicle.registration })}
      isRoomy
      onClose={onClose}
      actions={(close) => (
        <>
          <Button onClick={isBusy ? cancel : close}>
            {t(isBusy ? 'historic.upload.stop' : 'action.cancel')}
          </Button>
          <Button kind="primary" disabled={isBusy} onClick={send}>
            {t('historic.upload.send')}
          </Button>
        </>
      )}
    >
      <div className={stack({ gap: 3 })}>
        <FilmField
          file={file}
          fault={faults.file}
          isBusy={isBusy}
          onFile={(next) => void choose(next)}
        />
        <Field label={t('historic.camera')} fault={faults.camera}>
          {(props) => (
            <Select
              {...props}
              value={camera}
              disabled={isBusy}
              onChange={({ currentTarget }) => setCamera(Number(currentTarget.value))}
            >
              {device.cameras.map((one) => (
                <option key={one.camera} value={one.camera}>
                  {one.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <MomentField
          label={t('historic.upload.start')}
          valueMs={startMs}
          fault={faults.start?.join(' ') ?? null}
          onChange={setStartMs}
        />
        <p className="field-hint">{t('historic.upload.startHint')}</p>
        <Progress state={state} size={file?.size ?? 0} />
        <p className="field-fault" role="alert">
          {faults.form?.join(' ')}
        </p>
      </div>
    </Dialog>
  );
}
