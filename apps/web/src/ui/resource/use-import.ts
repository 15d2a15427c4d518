import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Faults, faultsOf } from '../field/form-dialog.tsx';
import { showFirstFault } from '../first-fault.ts';
import { toast } from '../toast.ts';
import { type ImportKind, type ImportOutcome, sendImport } from './import-call.ts';

/** State of an import: file selected, previewed, written. */
export function useImport(kind: ImportKind, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [customer, setCustomer] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState<'checking' | 'writing' | null>(null);
  const stop = useRef<AbortController | null>(null);
  const isOpen = useRef(true);
  // Closing the dialog cancels a preview; a running write continues.
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
      stop.current?.abort();
    };
  }, []);

  const clear = () => {
    setOutcome(null);
    setFaults({});
  };
  const send = async (isCheck: boolean) => {
    if (file === null || busy !== null) return;
    const controller = new AbortController();
    stop.current = isCheck ? controller : null;
    setBusy(isCheck ? 'checking' : 'writing');
    clear();
    try {
      const { signal } = controller;
      const answer = await sendImport(kind, { file, customer, isCheck, signal });
      if (answer.written) {
        const { created, changed } = answer;
        toast.success(t('import.done', { created, changed }));
        void client.invalidateQueries({ queryKey: [kind] });
        return onDone();
      }
      if (!isOpen.current) toast.error(t('import.wrong', { count: answer.wrong }));
      setOutcome(answer);
    } catch (error) {
      if (controller.signal.aborted) return;
      const { message } = error as Error;
      if (!isOpen.current) toast.error(message);
      setFaults(faultsOf(error) ?? { file: [message] });
      showFirstFault();
    }
    setBusy(null);
  };
  return {
    file,
    customer,
    outcome,
    faults,
    busy,
    check: () => send(true),
    write: () => send(false),
    /** Another file or customer resets the preview. */
    choose: (one: File) => {
      clear();
      setFile(one);
    },
    chooseCustomer: (id: number | null) => {
      clear();
      setCustomer(id);
    },
  };
}
