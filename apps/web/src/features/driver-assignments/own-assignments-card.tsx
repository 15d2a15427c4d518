import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { KeySquare } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { look } from '../../ui/look/look.ts';
import { OwnCard } from '../../ui/own-card/own-card.tsx';
import { OWN_ASSIGNMENTS_KEY } from './driver-assignments.ts';

/** The driver's vehicles, and hand-overs that wait for the signature, on the home; nothing without one. */
export default function OwnAssignmentsCard() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [OWN_ASSIGNMENTS_KEY],
    queryFn: ({ signal }) => api.driverAssignments.own({ signal, quiet: true }),
  });
  const all = data?.assignments ?? [];
  const open = all.filter(({ handovers }) => handovers.some(({ signed_at: at }) => at === null));
  const isOpen = open.length > 0;
  const shown = isOpen ? open : all;
  if (shown.length === 0) return null;
  return (
    <OwnCard id="own-assignments" title={t('driverAssignments.own.title')} icon={KeySquare}>
      <p className={look({ margin: 0, ...(isOpen ? { tone: 'warn' } : {}) })}>
        {t(isOpen ? 'driverAssignments.own.toSign' : 'driverAssignments.own.current', {
          count: shown.length,
          vehicles: shown.map(({ vehicle }) => vehicle.registration).join(', '),
        })}
      </p>
      <Link className="button" to={'/driver-assignments/own' as string}>
        {t(isOpen ? 'driverAssignments.own.open' : 'driverAssignments.own.show')}
      </Link>
    </OwnCard>
  );
}
