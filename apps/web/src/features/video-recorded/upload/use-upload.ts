import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../../api/client.ts';
import { type Faults, faultsOf } from '../../../ui/field/form-dialog.tsx';
import { sendFile } from './send-file.ts';

/** The upload. */
export interface FilmToUpload {
  readonly vehicleId: number;
  readonly camera: number;
  /** Of its first frame, ms since 1970 UTC. */
  readonly startMs: number;
  readonly file: File;
}

/** The state of an upload. */
export type UploadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly sent: number; readonly isWaiting: boolean };

/** Fields of the call by the field of the dialog. */
const FIELDS: Readonly<Record<string, string>> = { size: 'file', name: 'file', vehicle: 'camera' };
const NAME_LENGTH = 120;

/** Uploads one video; closing the dialog cancels it. */
export function useUpload(onDone: (clipId: number) => void) {
  const { t } = useTranslation();
  const [state, setState] = useState<UploadState>({ kind: 'idle' });
  const [faults, setFaults] = useState<Faults>({});
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async ({ vehicleId, camera, startMs, file }: FilmToUpload) => {
    const stop = new AbortController();
    running.current = stop;
    setFaults({});
    setState({ kind: 'sending', sent: 0, isWaiting: false });
    try {
      const upload = await api.videoRecorded.createUpload({
        body: {
          vehicle: vehicleId,
          camera,
          start: new Date(startMs).toISOString(),
          size: file.size,
          name: file.name.slice(-NAME_LENGTH),
        },
        signal: stop.signal,
        quiet: true,
      });
      const onProgress = (sent: number, isWaiting: boolean) =>
        setState({ kind: 'sending', sent, isWaiting });
      onDone(await sendFile(upload, file, { onProgress, signal: stop.signal }));
    } catch (error) {
      if (stop.signal.aborted) return;
      const beside = Object.entries(faultsOf(error) ?? {}).map(
        ([field, texts]) => [FIELDS[field] ?? field, texts] as const,
      );
      const text =
        error instanceof ApiError && error.status === 0
          ? t('historic.upload.offline')
          : (error as Error).message;
      setFaults(beside.length > 0 ? Object.fromEntries(beside) : { form: [text] });
    }
    setState({ kind: 'idle' });
  };
  return {
    state,
    faults,
    setFaults,
    start: (film: FilmToUpload) => void start(film),
    cancel: () => {
      running.current?.abort();
      setState({ kind: 'idle' });
    },
  };
}
