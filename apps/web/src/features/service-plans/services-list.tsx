import { SERVICE_CAUSES, SERVICE_STATES } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, addressOf, api, pathOf } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { VehicleLink } from '../../ui/entity-link/entity-link.tsx';
import { FactList } from '../../ui/facts.tsx';
import { knownText } from '../../ui/known-text.ts';
import { look, stack } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { type Bound, Choice, DepotChoice } from '../records/records-filters.tsx';
import { OrdersOf } from '../work-orders/orders-of.tsx';
import { usePlanChoices } from './plan-choices.ts';
import { ServiceDoneDialog } from './service-dialogs.tsx';
import { SERVICES_KEY, SERVICES_WRITE, type Service } from './service-plans.ts';
import { serviceColumns, useServiceTexts } from './service-words.tsx';

const NONE = '–';

function Filters(bound: Bound) {
  const { t } = useTranslation();
  const plans = usePlanChoices();
  return (
    <>
      <Choice
        {...bound}
        name="state"
        label={t('servicePlans.state')}
        all={t('servicePlans.anyState')}
        options={SERVICE_STATES.map((value) => ({
          value,
          label: t(`servicePlans.state.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="cause"
        label={t('servicePlans.cause')}
        all={t('servicePlans.anyCause')}
        options={SERVICE_CAUSES.map((value) => ({
          value,
          label: t(`servicePlans.cause.${value}`),
        }))}
      />
      <Choice
        {...bound}
        name="plan"
        label={t('servicePlans.plan')}
        all={t('servicePlans.anyPlan')}
        options={plans.map(({ label, value }) => ({ value: String(value), label }))}
      />
      <DepotChoice {...bound} />
    </>
  );
}

function Details({ one }: { readonly one: Service }) {
  const { t } = useTranslation();
  const texts = useServiceTexts();
  const { cause, next_on, schedule, schedule_type, time_due_on, vehicle } = one;
  const name = knownText(schedule_type.name, t);
  return (
    <div className={stack({ gap: 4 })}>
      <p className={look({ margin: 0 })}>
        <VehicleLink vehicle={vehicle} /> {name}
      </p>
      <FactList
        className="details-facts"
        facts={[
          [t('servicePlans.plan'), one.plan.name],
          [
            t('servicePlans.nextOn'),
            next_on === null || cause === null
              ? NONE
              : `${texts.day(next_on)} (${t(`servicePlans.cause.${cause}`)})`,
          ],
          [t('servicePlans.timeDueOn'), time_due_on === null ? NONE : texts.day(time_due_on)],
          [t('servicePlans.remaining'), texts.remaining(one) ?? NONE],
          [
            t('servicePlans.dueAt'),
            one.due_odometer_m === null ? NONE : texts.distance(one.due_odometer_m),
          ],
          [t('servicePlans.lastService'), one.last_at === null ? NONE : texts.moment(one.last_at)],
        ]}
      />
      {schedule !== null && (
        <OrdersOf of={{ schedule }} vehicle={vehicle} title={`${name} ${vehicle.registration}`} />
      )}
    </div>
  );
}

function DoneDialog({
  one,
  onDone,
  onClose,
}: {
  readonly one: Service;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const { schedule_type, vehicle } = one;
  return (
    <ServiceDoneDialog
      vehicleId={vehicle.id}
      service={{ id: schedule_type.id, name: knownText(schedule_type.name, t) }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

async function readService(id: number, signal: AbortSignal): Promise<Service> {
  const { results } = await api.servicePlans.services({ query: { id }, signal });
  const [service] = results;
  if (service === undefined) {
    throw new ApiError(404, 'Not found', { code: 'request.not_found', detail: '' });
  }
  return service;
}

/** The list of the next services. */
export function useServices(): Resource<Service, never> {
  const { t } = useTranslation();
  const texts = useServiceTexts();
  const { current } = useSession();
  const mayWrite = may(current, SERVICES_WRITE);
  return useMemo(
    () => ({
      kind: SERVICES_KEY,
      texts: 'servicePlans.list',
      list: (query, signal) => api.servicePlans.services({ query: query as object, signal }),
      read: readService,
      nameOf: ({ vehicle }) => vehicle.registration,
      columns: [
        {
          key: 'registration',
          label: t('servicePlans.vehicle'),
          isOrdered: true,
          cell: ({ vehicle }) => vehicle.registration,
        },
        ...serviceColumns(t),
        {
          key: 'next_on',
          label: t('servicePlans.nextOn'),
          isOrdered: true,
          cell: ({ next_on }) => (next_on === null ? NONE : texts.day(next_on)),
        },
        {
          key: 'cause',
          label: t('servicePlans.cause'),
          cell: ({ cause }) => (cause === null ? NONE : t(`servicePlans.cause.${cause}`)),
        },
        {
          key: 'remaining',
          label: t('servicePlans.remaining'),
          isNumber: true,
          cell: (service) => texts.remaining(service) ?? NONE,
        },
        { key: 'plan', label: t('servicePlans.plan'), cell: ({ plan }) => plan.name },
      ],
      Details,
      mayAdd: false,
      filters: { names: ['vehicle', 'state', 'cause', 'plan', 'depot'], Controls: Filters },
      actions: mayWrite
        ? [
            {
              label: t('servicePlans.done'),
              done: t('servicePlans.recorded'),
              Dialog: DoneDialog,
            },
          ]
        : [],
      exportAddress: (query) => addressOf(pathOf('servicePlans', 'exportServices'), { query }),
    }),
    [t, texts, mayWrite],
  );
}
