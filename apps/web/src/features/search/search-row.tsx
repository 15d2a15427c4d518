import {
  Car,
  Clock,
  FileText,
  type LucideIcon,
  MapPinned,
  Monitor,
  Radio,
  SearchCheck,
  Settings,
  TriangleAlert,
  User,
  Users,
  Warehouse,
  Zap,
} from 'lucide-react';
import styles from './search.module.css';
import type { Entry } from './search-entries.ts';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  recent: Clock,
  vehicles: Car,
  drivers: User,
  depots: Warehouse,
  defects: TriangleAlert,
  documents: FileText,
  investigations: SearchCheck,
  geofences: MapPinned,
  users: Users,
  trackers: Radio,
  screens: Monitor,
  actions: Zap,
  settings: Settings,
};

/** A row of the search: icon of its group, name, more about it, depot and state. */
export function SearchRow({
  entry,
  id,
  isActive,
  onOpen,
  onPoint,
}: {
  readonly entry: Entry;
  readonly id: string;
  readonly isActive: boolean;
  readonly onOpen: (inNewTab: boolean) => void;
  readonly onPoint: () => void;
}) {
  const Icon = ICONS[entry.group] ?? FileText;
  const about = [entry.description, entry.depot].filter((text) => text !== '').join(' · ');
  return (
    // The focus stays in the field, whose keys select and open a row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.row}
      onMouseMove={onPoint}
      onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
      onAuxClick={(event) => event.button === 1 && onOpen(true)}
    >
      <Icon size={18} aria-hidden="true" className={styles.icon} />
      <span className={styles.text}>
        <span className={styles.name}>{entry.name}</span>
        {about !== '' && <span className={styles.about}>{about}</span>}
      </span>
      {entry.state !== '' && <span className={styles.state}>{entry.state}</span>}
    </div>
  );
}
