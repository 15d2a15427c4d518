import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { KeptReport, OutboxStore } from '../../ui/outbox/store.ts';
import { sayOwnTexts, t } from '../../ui/page-texts/texts.ts';
import { loadKnown } from './start-store.ts';
import { codeOf, vehicleOfCode } from './walkaround-find.ts';
import { type CheckVehicle, type Draft, newDraft, templateFor } from './walkaround-model.ts';
import { checks } from './walkaround-outbox.ts';
import { EMPTY, failure, type Page } from './walkaround-page.ts';

async function reportsOf(store: OutboxStore<Draft>, userId: number | null) {
  const all = await store.reports();
  const own = all.filter(({ draft }) => draft.userId === userId);
  own.sort((a, b) => (b.draft.doneAtMs ?? 0) - (a.draft.doneAtMs ?? 0));
  const others = all.filter(({ draft, state }) => draft.userId !== userId && state !== 'sent');
  return { reports: own, others: others.length };
}

/** Asks the browser not to evict unsent checks. */
function persist(): void {
  const { storage } = navigator as { storage?: StorageManager };
  void storage?.persist?.().catch(() => undefined);
}

type Show = (changed: Partial<Page>) => void;

/** Sends and discards the check that is open; reopens and forgets finished ones. */
function useCheckActions(newest: RefObject<Page>, show: Show, refresh: () => Promise<void>) {
  const toPick = async () => {
    await refresh();
    show({ shown: { state: 'pick' }, fault: null });
  };
  return {
    discard: async (draft: Draft) => {
      await (await checks.store()).removeDraft(draft);
      await toPick();
    },
    send: async (draft: Draft) => {
      const nowMs = Date.now() + (newest.current.known?.behindMs ?? 0);
      const store = await checks.store();
      // A corrected check keeps its original time.
      await store.finish({ ...draft, doneAtMs: draft.doneAtMs ?? nowMs });
      void checks.started(store).sendNow();
      await toPick();
      window.scrollTo(0, 0);
    },
    reopen: async (report: KeptReport<Draft>) => {
      const store = await checks.store();
      const isFree = await store.reopen(report);
      const standing = isFree ? report.draft : await store.draftOf(report.draft.userId);
      show({ shown: { state: 'check', draft: standing ?? report.draft } });
      await refresh();
    },
    forget: async ({ reportKey }: KeptReport<Draft>) => {
      await (await checks.store()).forget(reportKey);
      await refresh();
    },
  };
}

/** State and actions of the page. */
export function useWalkaround() {
  const [page, setPage] = useState<Page>(EMPTY);
  const newest = useRef(EMPTY);
  const show = useCallback((changed: Partial<Page>) => {
    newest.current = { ...newest.current, ...changed };
    setPage(newest.current);
  }, []);

  const refresh = useCallback(async () => {
    const store = await checks.store();
    show(await reportsOf(store, newest.current.known?.start.person.id ?? null));
  }, [show]);

  const begin = useCallback(
    async (vehicle: CheckVehicle) => {
      const { known } = newest.current;
      const template = known === null ? undefined : templateFor(known.start, vehicle);
      if (known === null || template === undefined) return show({ fault: 'walk.noTemplate' });
      const nowMs = Date.now() + known.behindMs;
      const begun = { reportKey: crypto.randomUUID(), nowMs };
      const draft = newDraft(known.start, vehicle, template, begun);
      persist();
      try {
        const store = await checks.store();
        // A check that continues in another tab is never replaced but shown.
        const isFree = await store.keepDraft(draft);
        const standing = isFree ? draft : await store.draftOf(draft.userId);
        show({ shown: { state: 'check', draft: standing ?? draft }, fault: null });
      } catch {
        show({ fault: 'walk.notKept' });
      }
    },
    [show],
  );

  const scanned = useCallback(
    async (text: string) => {
      const { known } = newest.current;
      const code = codeOf(text);
      if (known === null || code === null) return show({ fault: 'walk.noCode' });
      try {
        const vehicle = await vehicleOfCode(known.start, code);
        if (vehicle === null) return show({ fault: 'walk.unknownCode' });
        await begin(vehicle);
      } catch {
        show({ fault: 'walk.codeOffline' });
      }
    },
    [begin, show],
  );

  const load = useCallback(async () => {
    show({ shown: { state: 'loading' } });
    const store = await checks.store().catch(() => null);
    if (store === null) return show({ shown: { state: 'failed', text: t('walk.notKept') } });
    try {
      checks.started(store).subscribe(() => void refresh());
      const known = await loadKnown();
      sayOwnTexts(known.start.own_texts);
      show({ known });
      await refresh();
      const draft = await store.draftOf(known.start.person.id);
      if (draft !== undefined) return show({ shown: { state: 'check', draft } });
      show({ shown: { state: 'pick' } });
      const qrid = new URLSearchParams(location.search).get('qrid');
      if (qrid !== null) {
        // Only once: after returning to the page the user selects again.
        history.replaceState(null, '', location.pathname);
        await scanned(qrid);
      }
    } catch (error) {
      show({ shown: failure(error) });
      await refresh().catch(() => undefined);
    }
  }, [refresh, scanned, show]);
  useEffect(() => void load(), [load]);

  const actions = useCheckActions(newest, show, refresh);
  return {
    ...page,
    load,
    begin,
    scanned,
    sendNow: () => checks.running?.sendNow(),
    ...actions,
  };
}

export type Walkaround = ReturnType<typeof useWalkaround>;
