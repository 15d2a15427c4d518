import { formatDate } from '@roadworthy/domain';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { useDisplay } from '../../ui/display.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { stack } from '../../ui/look/look.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { StateDialog } from './campaign-dialogs.tsx';
import type { Campaign, CampaignVehicle } from './campaigns.ts';
import { RecallBadge } from './recall-badge.tsx';

const NONE = '–';
/** The table shows what the panel has read. */
const READ = { isPending: false, error: null, refetch: () => undefined };

/** A day in the person's format. */
export function useDay() {
  const { dates } = useDisplay();
  return (day: string) => formatDate(Date.parse(day), { ...dates, timeZone: 'UTC' });
}

function Vehicles({ one }: { readonly one: Campaign }) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const [opened, setOpened] = useState<CampaignVehicle | null>(null);
  const columns = useMemo<readonly Column<CampaignVehicle>[]>(() => {
    const day = (text: string) => formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' });
    return [
      {
        key: 'vehicle',
        label: t('recalls.vehicle'),
        cell: ({ vehicle }) => <VehicleLink vehicle={vehicle} />,
      },
      { key: 'model', label: t('recalls.model'), cell: ({ model }) => model ?? NONE },
      {
        key: 'state',
        label: t('recalls.state'),
        cell: ({ state }) => <RecallBadge state={state} />,
      },
      {
        key: 'order',
        label: t('recalls.order'),
        cell: ({ done_on, reason, work_order: order }) => (
          <>
            {order !== null && (
              <Link to="/work-orders" search={{ open: order.id } as object}>
                {order.reference_number}
              </Link>
            )}{' '}
            {reason ?? (done_on === null ? (order === null ? NONE : '') : day(done_on))}
          </>
        ),
      },
    ];
  }, [t, dates]);
  return (
    <Part title={t('recalls.vehicles')}>
      <DataTable
        label={t('recalls.vehicles')}
        columns={columns}
        rows={one.list}
        keyOf={({ vehicle }) => vehicle.id}
        state={READ}
        empty={{ title: t('recalls.noVehicles'), text: t('recalls.noVehiclesText') }}
        {...(one.may_change
          ? {
              actions: (line: CampaignVehicle) => (
                <Button kind="link" onClick={() => setOpened(line)}>
                  {t('recalls.setState')}
                </Button>
              ),
            }
          : {})}
      />
      {opened !== null && <StateDialog one={one} line={opened} onClose={() => setOpened(null)} />}
    </Part>
  );
}

/** A campaign with its vehicles. */
export function CampaignDetails({ one }: { readonly one: Campaign }) {
  const { t } = useTranslation();
  const day = useDay();
  return (
    <div className={stack({ gap: 4 })}>
      <FactList
        className="details-facts"
        facts={[
          [t('recalls.name'), one.title],
          [t('recalls.maker'), one.maker || NONE],
          [t('recalls.kind'), t(one.is_safety ? 'recalls.safety' : 'recalls.service')],
          [t('recalls.dueOn'), one.due_on === null ? NONE : day(one.due_on)],
          [
            t('recalls.progress'),
            t('recalls.progressText', {
              open: one.open,
              planned: one.planned,
              done: one.done,
              notAffected: one.not_affected,
            }),
          ],
        ]}
      />
      {one.description !== '' && <p>{one.description}</p>}
      <Vehicles one={one} />
    </div>
  );
}
