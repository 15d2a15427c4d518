import { formatDateTime } from '@roadworthy/domain';
import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { keptState } from '../api/kept-state.ts';
import { useDisplay } from '../ui/display.ts';
import { row } from '../ui/look/look.ts';

/** Shown while the screens show what the phone has kept, because the server cannot be reached. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const keptAt = useSyncExternalStore(keptState.subscribe, keptState.get);
  return (
    // Present from the start, so that screen readers announce what appears in it.
    <div role="status">
      {keptAt !== null && (
        <p
          className={row({
            gap: 2,
            align: 'center',
            margin: 0,
            paddingX: 4,
            paddingY: 2,
            ground: 'warn',
          })}
        >
          <CloudOff size={20} aria-hidden="true" />
          <span>{t('offline.kept', { time: formatDateTime(Date.parse(keptAt), dates) })}</span>
        </p>
      )}
    </div>
  );
}
