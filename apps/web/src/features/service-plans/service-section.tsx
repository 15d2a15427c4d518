import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { LoadedSection } from '../../ui/entity-page/loaded-section.tsx';
import { FactList } from '../../ui/facts.tsx';
import { knownText } from '../../ui/known-text.ts';
import { row, stack } from '../../ui/look/look.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { ChoosePlanDialog, ReadingDialog, ServiceDoneDialog } from './service-dialogs.tsx';
import {
  type NextService,
  PLANS_KEY,
  SERVICES_KEY,
  SERVICES_WRITE,
  type VehicleServices,
} from './service-plans.ts';
import { serviceColumns, useServiceTexts } from './service-words.tsx';

const NONE = '–';
/** The tables show what the section has read. */
const READ = { isPending: false, error: null, refetch: () => undefined };

type Reading = VehicleServices['readings'][number];

function useServiceColumns(
  onDone: ((service: NextService) => void) | null,
): readonly Column<NextService>[] {
  const { t } = useTranslation();
  const texts = useServiceTexts();
  return [
    ...serviceColumns(t),
    {
      key: 'next_on',
      label: t('servicePlans.nextOn'),
      cell: ({ cause, next_on }) =>
        next_on === null || cause === null
          ? NONE
          : `${texts.day(next_on)} (${t(`servicePlans.cause.${cause}`)})`,
    },
    {
      key: 'remaining',
      label: t('servicePlans.remaining'),
      isNumber: true,
      cell: (service) => texts.remaining(service) ?? NONE,
    },
    {
      key: 'last_at',
      label: t('servicePlans.lastService'),
      cell: ({ last_at, last_odometer_m }) =>
        last_at === null
          ? NONE
          : `${texts.moment(last_at)}${last_odometer_m === null ? '' : `, ${texts.distance(last_odometer_m)}`}`,
    },
    ...(onDone === null
      ? []
      : [
          {
            key: 'done',
            label: t('servicePlans.action'),
            cell: (service: NextService) => (
              <Button onClick={() => onDone(service)}>{t('servicePlans.done')}</Button>
            ),
          },
        ]),
  ];
}

function Readings({
  readings,
  onRemove,
}: {
  readonly readings: readonly Reading[];
  readonly onRemove: ((id: number) => void) | null;
}) {
  const { t } = useTranslation();
  const texts = useServiceTexts();
  const columns = useMemo<readonly Column<Reading>[]>(
    () => [
      {
        key: 'read_at',
        label: t('servicePlans.readAt'),
        cell: ({ read_at }) => texts.moment(read_at),
      },
      {
        key: 'odometer_m',
        label: t('servicePlans.odometer'),
        isNumber: true,
        cell: ({ odometer_m }) => (odometer_m === null ? NONE : texts.distance(odometer_m)),
      },
      {
        key: 'engine_s',
        label: t('servicePlans.engineHours'),
        isNumber: true,
        cell: ({ engine_s }) => (engine_s === null ? NONE : texts.hours(engine_s)),
      },
      {
        key: 'source',
        label: t('servicePlans.source'),
        cell: ({ author, is_plausible, note, source }) =>
          [
            t(`servicePlans.source.${source}`),
            author,
            note,
            is_plausible ? '' : t('servicePlans.notUsed'),
          ]
            .filter(Boolean)
            .join(', '),
      },
      ...(onRemove === null
        ? []
        : [
            {
              key: 'remove',
              label: t('servicePlans.action'),
              cell: ({ id }: Reading) =>
                id === null ? null : (
                  <Button onClick={() => onRemove(id)}>{t('servicePlans.removeReading')}</Button>
                ),
            },
          ]),
    ],
    [t, texts, onRemove],
  );
  return (
    <DataTable
      label={t('servicePlans.readings')}
      columns={columns}
      rows={readings}
      keyOf={({ id, read_at, source }) => `${source} ${id ?? read_at}`}
      state={READ}
      empty={{ title: t('servicePlans.noReadings'), text: t('servicePlans.noReadingsText') }}
    />
  );
}

function Meters({ of }: { readonly of: VehicleServices }) {
  const { t } = useTranslation();
  const texts = useServiceTexts();
  const { engine_s, odometer_m, odometer_source, use_engine_s_per_day, use_m_per_day } = of;
  return (
    <FactList
      className="details-facts"
      facts={[
        [t('servicePlans.plan'), of.plan?.name ?? t('servicePlans.noPlan')],
        [
          t('servicePlans.odometer'),
          odometer_m === null || odometer_source === null
            ? NONE
            : `${texts.distance(odometer_m)} (${t(`servicePlans.odometerFrom.${odometer_source}`)})`,
        ],
        [t('servicePlans.engineHours'), engine_s === null ? NONE : texts.hours(engine_s)],
        [
          t('servicePlans.usePerDay'),
          use_m_per_day === null
            ? NONE
            : [
                texts.distance(use_m_per_day),
                ...(use_engine_s_per_day === null ? [] : [texts.hours(use_engine_s_per_day)]),
              ].join(', '),
        ],
      ]}
    />
  );
}

type Dialog = 'reading' | 'plan' | NextService;

function Loaded({ of }: { readonly of: VehicleServices }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { current } = useSession();
  const mayWrite = may(current, SERVICES_WRITE);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const changed = () => {
    setDialog(null);
    void client.invalidateQueries({ queryKey: [SERVICES_KEY] });
    void client.invalidateQueries({ queryKey: [PLANS_KEY] });
  };
  const columns = useServiceColumns(mayWrite ? setDialog : null);
  const vehicleId = of.vehicle.id;
  const bound = { vehicleId, onDone: changed, onClose: () => setDialog(null) };
  const remove = async (id: number) => {
    await api.servicePlans.removeReading({ params: { vehicle: vehicleId, id } });
    changed();
  };
  return (
    <div className={stack({ gap: 4, padding: 4 })}>
      {mayWrite && (
        <div className={row({ gap: 2, wrap: true })}>
          <Button kind="primary" onClick={() => setDialog('reading')}>
            {t('servicePlans.addReading')}
          </Button>
          <Button onClick={() => setDialog('plan')}>{t('servicePlans.choosePlan')}</Button>
        </div>
      )}
      <Meters of={of} />
      <Part title={t('servicePlans.services')}>
        <DataTable
          label={t('servicePlans.services')}
          columns={columns}
          rows={of.services}
          keyOf={({ schedule_type }) => String(schedule_type.id)}
          state={READ}
          empty={{ title: t('servicePlans.noServices'), text: t('servicePlans.noServicesText') }}
        />
      </Part>
      <Part title={t('servicePlans.readings')}>
        <Readings readings={of.readings} onRemove={mayWrite ? (id) => void remove(id) : null} />
      </Part>
      {dialog === 'reading' && <ReadingDialog {...bound} />}
      {dialog === 'plan' && <ChoosePlanDialog {...bound} planId={of.plan?.id ?? null} />}
      {dialog !== null && typeof dialog === 'object' && (
        <ServiceDoneDialog
          {...bound}
          service={{
            id: dialog.schedule_type.id,
            name: knownText(dialog.schedule_type.name, t),
          }}
        />
      )}
    </div>
  );
}

/** The section "Services" of the page of a vehicle: plan, meters, next services and readings. */
export function ServiceSection({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [SERVICES_KEY, 'vehicle', vehicleId],
    queryFn: ({ signal }) =>
      api.servicePlans.vehicle({ params: { vehicle: vehicleId }, signal, quiet: true }),
  });
  return (
    <LoadedSection query={query} loading={t('servicePlans.loading')}>
      {(data) => <Loaded of={data} />}
    </LoadedSection>
  );
}
