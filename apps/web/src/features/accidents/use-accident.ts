import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { KeptReport, OutboxStore } from '../../ui/outbox/store.ts';
import { askWithKey } from '../../ui/public-page/ask.ts';
import { speakFor } from '../../ui/public-page/frame.ts';
import { t } from '../../ui/public-page/texts.ts';
import { stepOfField } from './accidents-faults.ts';
import { type Draft, newDraft } from './accidents-model.ts';
import { accidents } from './accidents-outbox.ts';

/** State of the page. */
export type Shown =
  | { readonly state: 'loading' }
  | { readonly state: 'closed'; readonly text: 'accident.noCode' | 'accident.disabled' }
  | { readonly state: 'failed'; readonly text: string }
  | { readonly state: 'form'; readonly draft: Draft }
  | { readonly state: 'report'; readonly report: KeptReport<Draft> };

async function firstDraft(store: OutboxStore<Draft>, qrid: string): Promise<Draft | 'disabled'> {
  const kept = await store.draftOf(qrid);
  try {
    const form = await askWithKey('accidentForm', { qrid });
    speakFor(form.own_texts);
    if (!form.accident_reporting_enabled) return 'disabled';
    const draft = kept ?? newDraft(qrid, crypto.randomUUID(), Date.now());
    return { ...draft, vehicle: draft.vehicle ?? form.vehicle };
  } catch (error) {
    // Offline, the draft can still be edited.
    if (kept !== undefined && error instanceof ApiError && error.status === 0) return kept;
    throw error;
  }
}

/** The report of this QR code: draft, uploading, received or rejected. */
async function find(store: OutboxStore<Draft>, qrid: string): Promise<Shown> {
  const reports = await store.reports();
  const report = reports.find(({ draft }) => draft.qrid === qrid);
  if (report !== undefined) return { state: 'report', report };
  const draft = await firstDraft(store, qrid);
  return draft === 'disabled'
    ? { state: 'closed', text: 'accident.disabled' }
    : { state: 'form', draft };
}

/** Opens a rejected report at the step of the first rejected field. */
function atFault(report: KeptReport<Draft>): KeptReport<Draft> {
  const [field] = Object.keys(report.faults);
  const step = field === undefined ? report.draft.step : stepOfField(field);
  return { ...report, draft: { ...report.draft, step } };
}

/** State and actions of the accident page. */
export function useAccident(qrid: string | null) {
  const [shown, setShown] = useState<Shown>({ state: 'loading' });
  const [tries, setTries] = useState(0);
  const kept = useRef<OutboxStore<Draft> | null>(null);
  const load = useCallback(async () => {
    if (qrid === null) return setShown({ state: 'closed', text: 'accident.noCode' });
    const store = await accidents.store().catch(() => null);
    if (store === null) return setShown({ state: 'failed', text: t('accident.notKept') });
    try {
      kept.current = store;
      setShown(await find(store, qrid));
      accidents.started(store);
    } catch (error) {
      setShown({ state: 'failed', text: (error as Error).message });
    }
  }, [qrid]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt loads again
  useEffect(() => void load(), [load, tries]);
  const { state } = shown;
  useEffect(() => {
    const outbox = accidents.running;
    if (state !== 'report' || outbox === null) return;
    return outbox.subscribe(() => void load());
  }, [state, load]);
  const run = async (work: (store: OutboxStore<Draft>) => Promise<unknown>) => {
    if (kept.current !== null) await work(kept.current);
    await load();
  };
  return {
    shown,
    progress: accidents.running?.progress ?? null,
    retry: () => {
      setShown({ state: 'loading' });
      setTries(tries + 1);
    },
    sendNow: () => accidents.running?.sendNow(),
    send: (draft: Draft) =>
      run(async (store) => {
        await store.finish(draft);
        void accidents.started(store).sendNow();
      }),
    change: (report: KeptReport<Draft>) => run((store) => store.reopen(atFault(report))),
    forget: ({ reportKey }: KeptReport<Draft>) => run((store) => store.forget(reportKey)),
    discard: (draft: Draft) => run((store) => store.removeDraft(draft)),
  };
}

export type AccidentPage = ReturnType<typeof useAccident>;
