import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeySquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { look } from '../../ui/look/look.ts';
import { OwnCard } from '../../ui/own-card/own-card.tsx';
import { OWN_ASSIGNMENTS_KEY } from './driver-assignments.ts';

/** The hand-overs that wait for the driver's signature, on the home; nothing without one. */
export default function OwnAssignmentsCard() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [OWN_ASSIGNMENTS_KEY],
    queryFn: ({ signal }) => api.driverAssignments.own({ signal, quiet: true }),
  });
  const open = (data?.assignments ?? []).filter(({ handovers }) =>
    handovers.some(({ signed_at: at }) => at === null),
  );
  if (open.length === 0) return null;
  return (
    <OwnCard id="own-assignments" title={t('driverAssignments.own.title')} icon={KeySquare}>
      <p className={look({ margin: 0, tone: 'warn' })}>
        {t('driverAssignments.own.toSign', {
          count: open.length,
          vehicles: open.map(({ vehicle }) => vehicle.registration).join(', '),
        })}
      </p>
      <Link className="button" to={'/driver-assignments/own' as string}>
        {t('driverAssignments.own.open')}
      </Link>
    </OwnCard>
  );
}
