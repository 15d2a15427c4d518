import type { DistanceUnit } from '@roadworthy/domain';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Draft, draftOf, NEW_DRAFT } from './geofences-draft.ts';
import type { Geofence } from './geofences-shape.ts';
import type { Tool } from './geofences-tools.ts';

interface Held {
  readonly key: string;
  readonly first: Draft;
  readonly draft: Draft;
  readonly tool: Tool;
}

/** The initial draft, and the key that identifies it. */
function begin(key: string, geofence: Geofence | undefined, unit: DistanceUnit): Held {
  const first = geofence === undefined ? NEW_DRAFT : draftOf(geofence, unit);
  return { key, first, draft: first, tool: geofence === undefined ? 'polygon' : 'select' };
}

/**
 * The draft being edited, shared by form and map. The user confirms before leaving a changed draft
 * by any navigation, because the URL names the edited geofence.
 *
 * @param key `new`, the id of a geofence, or null for none
 */
export function useEditor(key: string | null, geofence: Geofence | undefined, unit: DistanceUnit) {
  const [held, setHeld] = useState<Held | null>(null);
  const isChanged = useRef(false);
  /** The saved draft; leaving it needs no confirmation. */
  const saved = useRef<Draft | null>(null);
  if (key === null && held !== null) setHeld(null);
  if (key !== null && held?.key !== key) setHeld(begin(key, geofence, unit));
  const current = held?.key === key ? held : null;
  isChanged.current =
    current !== null &&
    current.draft !== saved.current &&
    JSON.stringify(current.draft) !== JSON.stringify(current.first);
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged.current,
    enableBeforeUnload: () => isChanged.current,
    withResolver: true,
  });
  return {
    draft: current?.draft ?? null,
    tool: current?.tool ?? ('select' as Tool),
    change: (part: Partial<Draft>) =>
      setHeld((before) =>
        before === null ? null : { ...before, draft: { ...before.draft, ...part } },
      ),
    take: (tool: Tool) => setHeld((before) => (before === null ? null : { ...before, tool })),
    /** Marks the draft as saved. */
    settle: () => {
      saved.current = current?.draft ?? null;
      isChanged.current = false;
    },
    blocker,
  };
}
