import { formatDateTime } from '@roadworthy/domain';
import { useQueryClient } from '@tanstack/react-query';
import { CloudOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { keptState } from '../api/kept-state.ts';
import { useDisplay } from '../ui/display.ts';
import { row } from '../ui/look/look.ts';

/** How often the server is tried, which may be away while there is a network. */
const RETRY_MS = 15_000;

/** Shown while the screens show what the phone has kept, because the server cannot be reached. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const client = useQueryClient();
  const keptAt = useSyncExternalStore(keptState.subscribe, keptState.get);
  const isKept = keptAt !== null;
  useEffect(() => {
    if (!isKept) return;
    const again = () => void client.invalidateQueries();
    const timer = setInterval(again, RETRY_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [client, isKept]);
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
