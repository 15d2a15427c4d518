import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { type Faults, FormDialog } from '../../ui/field/form-dialog.tsx';
import { requiredFault } from '../../ui/field/required.ts';
import { knownText } from '../../ui/known-text.ts';
import { row, stack } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import type { ChosenVehicle } from '../../ui/vehicle-autocomplete/vehicle-autocomplete.tsx';
import { VehicleField } from '../../ui/vehicle-autocomplete/vehicle-field.tsx';
import { PlanFields } from './plan-fields.tsx';
import {
  checkPlan,
  draftOf,
  PLANS_KEY,
  type PlanDraft,
  SERVICES_WRITE,
  type ServicePlan,
  savePlan,
} from './service-plans.ts';
import { useServiceTexts } from './service-words.tsx';

const NONE = '–';

/** Chooses vehicles that get a plan. */
function AssignDialog({
  one,
  onDone,
  onClose,
}: {
  readonly one: ServicePlan;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly ChosenVehicle[]>([]);
  const [faults, setFaults] = useState<Faults>({});
  const save = async () => {
    if (chosen.length === 0) {
      setFaults({ vehicles: requiredFault(t) });
      return;
    }
    const vehicles = chosen.map(({ id }) => id);
    await api.servicePlans.assignPlan({ params: { id: one.id }, body: { vehicles } });
    onDone();
  };
  return (
    <FormDialog
      title={t('servicePlans.assignTitle', { plan: one.name })}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <VehicleField
        label={t('servicePlans.addVehicle')}
        hint={t('servicePlans.assignHint')}
        fault={faults.vehicles}
        selected={null}
        onChange={(vehicle) => {
          if (vehicle === null || chosen.some(({ id }) => id === vehicle.id)) return;
          setChosen([...chosen, vehicle]);
        }}
      />
      <ul className={stack({ gap: 2, padding: 0, margin: 0, list: true })}>
        {chosen.map(({ id, registration }) => (
          <li key={id} className={row({ gap: 2, align: 'center' })}>
            <span>{registration}</span>
            <Button onClick={() => setChosen(chosen.filter((other) => other.id !== id))}>
              {t('servicePlans.leaveOut', { vehicle: registration })}
            </Button>
          </li>
        ))}
      </ul>
    </FormDialog>
  );
}

/** The list of service plans. */
export function useServicePlans(): Resource<ServicePlan, PlanDraft> {
  const { t } = useTranslation();
  const texts = useServiceTexts();
  const { unit } = useDisplay();
  const { current } = useSession();
  const isAdministrator = may(current, { kind: 'administrator' });
  const mayAssign = may(current, SERVICES_WRITE);
  return useMemo(
    () => ({
      kind: PLANS_KEY,
      texts: 'servicePlans.plans',
      list: (query, signal) => api.servicePlans.plans({ query: query as object, signal }),
      read: (id, signal) => api.servicePlans.plan({ params: { id }, signal }),
      nameOf: ({ name }) => name,
      columns: [
        {
          key: 'name',
          label: t('servicePlans.name'),
          isOrdered: true,
          cell: ({ name }) => name,
        },
        {
          key: 'services',
          label: t('servicePlans.services'),
          cell: ({ services }) =>
            services
              .map(({ interval_engine_s, interval_m, name }) =>
                [
                  knownText(name, t),
                  ...(interval_m === null ? [] : [texts.distance(interval_m)]),
                  ...(interval_engine_s === null ? [] : [texts.hours(interval_engine_s)]),
                ].join(' '),
              )
              .join('; '),
        },
        {
          key: 'model',
          label: t('servicePlans.model'),
          cell: ({ model }) => model?.name ?? NONE,
        },
        {
          key: 'vehicles',
          label: t('servicePlans.vehicles'),
          isNumber: true,
          cell: ({ vehicles }) => vehicles,
        },
      ],
      mayAdd: isAdministrator,
      form: {
        draftOf: draftOf(unit),
        Fields: PlanFields,
        check: checkPlan,
        save: (draft, one) => savePlan(draft, one, unit),
        mayChange: () => isAdministrator,
      },
      ...(isAdministrator
        ? {
            remove: {
              change: async (ids: readonly number[]) => {
                for (const id of ids) await api.servicePlans.removePlan({ params: { id } });
              },
              text: t('servicePlans.removePlanText'),
            },
          }
        : {}),
      actions: mayAssign
        ? [
            {
              label: t('servicePlans.assign'),
              done: t('servicePlans.assigned'),
              Dialog: AssignDialog,
            },
          ]
        : [],
    }),
    [t, texts, unit, isAdministrator, mayAssign],
  );
}
