import { useRef, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { type Faults, faultsOf } from '../../ui/field/form-dialog.tsx';
import { showFirstFault } from '../../ui/first-fault.ts';
import { toast } from '../../ui/toast.ts';
import { type FormFields, sendUpload, uploadForm } from './send-upload.ts';

/** The upload in progress, and the errors of the last one. */
export interface Sending {
  /** Progress, 0 to 1; null if nothing is being sent. */
  readonly share: number | null;
  readonly faults: Faults;
  clearFaults(): void;
  cancel(): void;
}

/**
 * Sends files of one kind, one at a time.
 *
 * @returns the progress, and `send`: its response, or null if it was rejected or cancelled
 */
export function useSending<Answer>(name: 'vehicles' | 'qrCodes') {
  const [share, setShare] = useState<number | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const stop = useRef<AbortController | null>(null);

  const send = async (fields: FormFields, file: File): Promise<Answer | null> => {
    const controller = new AbortController();
    stop.current = controller;
    setShare(0);
    setFaults({});
    try {
      return await sendUpload<Answer>(name, uploadForm(fields, file), {
        onProgress: setShare,
        signal: controller.signal,
        key: crypto.randomUUID(),
      });
    } catch (error) {
      if (!controller.signal.aborted) {
        setFaults(faultsOf(error) ?? {});
        showFirstFault();
        toast.error(error instanceof ApiError ? error.message : String(error));
      }
      return null;
    } finally {
      setShare(null);
    }
  };
  const sending: Sending = {
    share,
    faults,
    clearFaults: () => setFaults({}),
    cancel: () => stop.current?.abort(),
  };
  return { send, sending };
}
