import { formatDateTime } from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useDisplay } from '../../ui/display.ts';
import type { AssignmentRow } from './driver-assignments.ts';

/** Start and end of an assignment in words. */
export function useTimes(): {
  readonly from: (one: Pick<AssignmentRow, 'from'>) => string;
  readonly until: (one: Pick<AssignmentRow, 'until'>) => string;
} {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const time = (at: string) => formatDateTime(Date.parse(at), dates);
  return {
    from: ({ from }) => (from === null ? t('driverAssignments.before') : time(from)),
    until: ({ until }) => (until === null ? t('driverAssignments.now') : time(until)),
  };
}
