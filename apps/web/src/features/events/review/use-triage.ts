import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useSession } from '../../../session/context.ts';
import { may } from '../../../session/rights.ts';
import { accessOf, destination } from '../../../ui/destinations.ts';
import type { Chosen } from '../../../ui/resource/choose.tsx';
import { type Shortcut, useShortcuts } from '../../../ui/shortcuts.tsx';
import type { FleetEvent } from '../use-events.ts';
import { ASSIGNEE_ID, REASON_ID } from './review-fields.tsx';
import type { Reviews } from './use-review.ts';

/** Permission to change reviews. */
export const MAY_REVIEW = { kind: 'module', anyOf: ['Events'], write: true } as const;

const focusOn = (id: string) => () => document.getElementById(id)?.focus();

/**
 * The keyboard of the list of events: moves through it and changes reviews, of the selected events if
 * there are some, otherwise of the open one.
 */
export function useTriage({
  events,
  open,
  chosen,
  reviews,
  onOpen,
}: {
  readonly events: readonly FleetEvent[];
  readonly open: FleetEvent | undefined;
  readonly chosen: Chosen;
  readonly reviews: Reviews;
  readonly onOpen: (event: FleetEvent) => void;
}): void {
  const { current } = useSession();
  const navigate = useNavigate();
  const { change, undo } = reviews;
  const shortcuts = useMemo((): readonly Shortcut[] => {
    const at = events.findIndex(({ id }) => id === open?.id);
    const move = (step: number) => () => {
      const next = events[at < 0 ? 0 : at + step];
      if (next !== undefined) onOpen(next);
    };
    const moves: Shortcut[] = [
      { key: 'j', label: 'events.key.next', run: move(1) },
      { key: 'k', label: 'events.key.previous', run: move(-1) },
    ];
    const videos = destination('videos');
    if (may(current, accessOf(videos))) {
      moves.push({
        key: 'o',
        label: 'events.key.clip',
        run: () => {
          if (typeof open?.clip !== 'number') return;
          void navigate({ to: videos.path, search: { clipId: open.clip } as never });
        },
      });
    }
    if (!may(current, MAY_REVIEW)) return moves;
    const selected = events.filter(({ id }) => chosen.ids.has(id));
    const affected = selected.length > 0 ? selected : open === undefined ? [] : [open];
    const mark = (state: 'reviewed' | 'coached') => () => {
      if (affected.length > 0) change({ events: affected, change: { state } });
    };
    const select = () => {
      if (open === undefined) return;
      const next = new Set(chosen.ids);
      if (!next.delete(open.id)) next.add(open.id);
      chosen.set(next);
    };
    return [
      ...moves,
      { key: 'x', label: 'events.key.select', run: select },
      { key: 'r', label: 'events.key.reviewed', run: mark('reviewed') },
      { key: 'c', label: 'events.key.coached', run: mark('coached') },
      { key: 'd', label: 'events.key.dismiss', run: focusOn(REASON_ID) },
      { key: 'a', label: 'events.key.assign', run: focusOn(ASSIGNEE_ID) },
      { key: 'z', label: 'events.key.undo', run: undo },
    ];
  }, [events, open, chosen, change, undo, onOpen, current, navigate]);
  useShortcuts(shortcuts);
}
