import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DownloadMenu } from '../../ui/download-menu/download-menu.tsx';
import type { ReportKind, ReportQuery } from '../../ui/download-menu/save-report.ts';
import { laterDialog } from '../../ui/later/later.tsx';

// Loaded on demand, because few users schedule reports.
const { Part: SchedulesDialog } = laterDialog(
  async () => (await import('./schedules-dialog.tsx')).default,
);

const WRITE = {
  kind: 'module',
  anyOf: ['Trips', 'Timesheet', 'Driver Behaviour', 'Mobileye ADAS', 'Geofence', 'Events'],
  write: true,
} as const;

/**
 * The download menu of a report with "Send by e-mail regularly" in it (M-P07, M-P09).
 *
 * @param query the filters of the screen
 * @param scheduled the selection of a new schedule, if it is not that of the screen
 */
export function ReportMenu({
  kind,
  query,
  scheduled = query,
  isDisabled = false,
}: {
  readonly kind: ReportKind;
  readonly query: ReportQuery;
  readonly scheduled?: ReportQuery;
  readonly isDisabled?: boolean;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const [isOpen, setIsOpen] = useState(false);
  const mayWrite = may(current, WRITE);
  return (
    <>
      <DownloadMenu
        kind={kind}
        query={query}
        isDisabled={isDisabled}
        {...(mayWrite
          ? {
              more: (close: () => void) => (
                <Button
                  kind="bare"
                  onClick={() => {
                    close();
                    setIsOpen(true);
                  }}
                >
                  {t('schedule.open')}
                </Button>
              ),
            }
          : {})}
      />
      {isOpen && <SchedulesDialog kind={kind} query={scheduled} onClose={() => setIsOpen(false)} />}
    </>
  );
}
