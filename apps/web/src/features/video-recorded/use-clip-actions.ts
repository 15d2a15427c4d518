import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { toast } from '../../ui/toast.ts';
import type { Clip } from './clip-state.ts';
import { CLIPS } from './use-clips.ts';

const WRITE = { kind: 'module', anyOf: ['videos'], write: true } as const;

/** Whether the user can request and edit clips. */
export function useMayWrite(): boolean {
  return may(useSession().current, WRITE);
}

/** Whether the user can manage cameras, rules, storage and log. */
export function useIsAdministrator(): boolean {
  return may(useSession().current, { kind: 'administrator' });
}

/** The actions of a clip; each shows server errors and reloads the clips. */
export function useClipActions(clip: Clip) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const params = { id: clip.id };
  const run = async (work: () => Promise<unknown>, done?: string): Promise<boolean> => {
    setIsBusy(true);
    try {
      await work();
      if (done !== undefined) toast.success(t(done));
      await queries.invalidateQueries({ queryKey: [CLIPS] });
      return true;
    } catch (error) {
      toast.error((error as Error).message);
      return false;
    } finally {
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    cancel: () => run(() => api.videoRecorded.cancel({ params })),
    retry: () => run(() => api.videoRecorded.retry({ params })),
    remove: () => run(() => api.videoRecorded.remove({ params }), 'historic.removed'),
    burnIn: () => run(() => api.videoRecorded.burnIn({ params }), 'historic.burning'),
    // Send only changed fields: the shown clip may be outdated.
    change: (body: Partial<Pick<Clip, 'notes' | 'tags' | 'keep'>>) =>
      run(() => api.videoRecorded.change({ params, body }), 'toast.success'),
    sayWhy: (reason: string) =>
      run(
        () => api.videoRecorded.view({ params, body: { kind: 'recorded', reason } }),
        'historic.reasonKept',
      ),
  };
}
