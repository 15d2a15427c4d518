import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Faults, faultsOf } from '../field/form-dialog.tsx';
import { showFirstFault } from '../first-fault.ts';
import { toast } from '../toast.ts';
import {
  type ChosenColumns,
  type ImportKind,
  type ImportOutcome,
  type ImportPreview,
  previewImport,
  sendImport,
} from './import-call.ts';

/** By saved columns with the same headings, else by the headings. */
const AUTOMATIC: ChosenColumns = { mapping: null, saved: null };

/** State of an import: file selected, its columns read, checked, written. */
export function useImport(kind: ImportKind, onDone: () => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [file, setFile] = useState<File | null>(null);
  const [customer, setCustomer] = useState<number | null>(null);
  const [columns, setColumns] = useState(AUTOMATIC);
  const [preview, setPreview] = useState<ImportPreview | null>(null);
  const [outcome, setOutcome] = useState<ImportOutcome | null>(null);
  const [faults, setFaults] = useState<Faults>({});
  const [busy, setBusy] = useState<'reading' | 'checking' | 'writing' | null>(null);
  const stop = useRef<AbortController | null>(null);
  const isOpen = useRef(true);
  // Closing the dialog cancels what writes nothing; a running write continues.
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
  /** Runs one call at a time; another one cancels it, except while it writes. */
  const run = async (
    doing: 'reading' | 'checking' | 'writing',
    work: (signal: AbortSignal) => Promise<void>,
  ) => {
    stop.current?.abort();
    const controller = new AbortController();
    stop.current = doing === 'writing' ? null : controller;
    setBusy(doing);
    clear();
    try {
      await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) return;
      const { message } = error as Error;
      if (!isOpen.current) toast.error(message);
      setFaults(faultsOf(error) ?? { file: [message] });
      showFirstFault();
    }
    if (!controller.signal.aborted) setBusy(null);
  };
  const read = (one: File, chosen: ChosenColumns, of: number | null) =>
    run('reading', async (signal) => {
      const answer = await previewImport(kind, { ...chosen, file: one, customer: of, signal });
      if (!signal.aborted) setPreview(answer);
    });
  const send = async (isCheck: boolean) => {
    if (file === null || busy !== null) return;
    await run(isCheck ? 'checking' : 'writing', async (signal) => {
      const answer = await sendImport(kind, { ...columns, file, customer, signal }, isCheck);
      if (answer.written) {
        const { created, changed } = answer;
        toast.success(t('import.done', { created, changed }));
        void client.invalidateQueries({ queryKey: [kind] });
        return onDone();
      }
      if (!isOpen.current) toast.error(t('import.wrong', { count: answer.wrong }));
      setOutcome(answer);
    });
  };
  const choose = (one: File, of: number | null) => {
    setColumns(AUTOMATIC);
    setPreview(null);
    void read(one, AUTOMATIC, of);
  };
  return {
    file,
    customer,
    columns,
    preview,
    outcome,
    faults,
    busy,
    check: () => send(true),
    write: () => send(false),
    /** Another file, customer or columns reset the result. */
    choose: (one: File) => {
      setFile(one);
      choose(one, customer);
    },
    chooseCustomer: (id: number | null) => {
      setCustomer(id);
      if (file === null) clear();
      else choose(file, id);
    },
    chooseColumns: (chosen: ChosenColumns) => {
      setColumns(chosen);
      if (file !== null) void read(file, chosen, customer);
    },
  };
}
