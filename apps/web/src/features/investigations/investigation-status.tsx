import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { isComplete } from './investigations-form.ts';

/** "Pending" or "Complete" (requirements I-14, I-P01). */
export function InvestigationStatus({ status }: { readonly status: string }) {
  const { t } = useTranslation();
  const isDone = isComplete({ status });
  return (
    <Badge tone={isDone ? 'good' : 'warn'}>
      <span aria-hidden="true">{isDone ? '✓ ' : '● '}</span>
      {t(isDone ? 'investigation.complete' : 'investigation.pending')}
    </Badge>
  );
}

/** First and last name of the assignee (requirement I-P01). */
export function useAssigneeText() {
  const { t } = useTranslation();
  return (assignee: { readonly first_name: string; readonly last_name: string } | null): string =>
    assignee === null
      ? t('investigation.unassigned')
      : `${assignee.first_name} ${assignee.last_name}`.trim();
}
