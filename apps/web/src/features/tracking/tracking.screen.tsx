import { type ReactNode, useMemo, useRef } from 'react';
import { usePrefetch } from '../../ui/later/parts.tsx';
import { cx } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { useShortcuts } from '../../ui/shortcuts.tsx';
import type { TrackVehicle } from './fleet-store.ts';
import { LiveSide } from './live-side.tsx';
import { LiveStage, STAGE_PARTS } from './live-stage.tsx';
import styles from './track.module.css';
import { useLive } from './use-live.ts';

/**
 * The live map with its list and table, for the whole fleet or for one vehicle (M-P01, M-P02).
 *
 * @param finder for the screen of one vehicle: what stands above the list and chooses it
 */
export function LiveScreen({
  title,
  isSingle,
  finder,
}: {
  readonly title: string;
  readonly isSingle: boolean;
  readonly finder?: (props: {
    selected: TrackVehicle | undefined;
    select: (id: number | null) => void;
  }) => ReactNode;
}) {
  const live = useLive(isSingle);
  const searchBox = useRef<HTMLInputElement>(null);
  usePrefetch(STAGE_PARTS);
  const { follow, setAddress, view, select, tool, setTool, cluster, setCluster, selected } = live;
  const mayFollow = live.mayFollow;
  useShortcuts(
    useMemo(
      () => [
        { key: '/', label: 'shortcut.search', run: () => searchBox.current?.focus() },
        { key: 'f', label: 'shortcut.follow', run: () => mayFollow && follow() },
        {
          key: 't',
          label: 'shortcut.table',
          run: () => setAddress({ view: view === 'map' ? 'table' : undefined }),
        },
        {
          key: 'Escape',
          label: 'shortcut.close',
          run: () => {
            if (cluster !== null) setCluster(null);
            else if (tool !== null) setTool(null);
            else select(null);
          },
        },
      ],
      [follow, mayFollow, setAddress, view, select, tool, setTool, cluster, setCluster],
    ),
  );
  return (
    <div
      data-part="live"
      className={
        selected === undefined && tool === null ? styles.live : cx(styles.live, styles.hasMapOnly)
      }
    >
      <PageTitle title={title} isHidden />
      <LiveSide live={live} searchBox={searchBox} finder={finder?.({ selected, select })} />
      <LiveStage live={live} />
    </div>
  );
}
