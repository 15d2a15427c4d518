import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { knownText } from '../../ui/known-text.ts';
import { look, stack } from '../../ui/look/look.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps } from '../../ui/resource/resource.ts';
import { ModelField } from '../vehicles/model-field.tsx';
import { useVehicleLists } from '../vehicles/vehicles-choices.ts';
import {
  NO_SERVICE,
  type PlanDraft,
  type PlanServiceDraft,
  type ServicePlan,
} from './service-plans.ts';

const MOST_SERVICES = 20;

/** The services of a plan: each with its schedule type, distance and engine hours. */
function ServiceRows({ draft, faults, change }: Omit<FormProps<PlanDraft, ServicePlan>, 'one'>) {
  const { t } = useTranslation();
  const { unit } = useDisplay();
  const { data } = useQuery({
    queryKey: ['service-plan-types'],
    queryFn: ({ signal }) => api.schedules.scheduleTypes({ query: { pageSize: 400 }, signal }),
  });
  const options = (data?.results ?? []).map(({ id, interval, name }) => ({
    value: id,
    label: `${knownText(name, t)} (${interval})`,
  }));
  const { services } = draft;
  const replace = (index: number, changes: Partial<PlanServiceDraft>) =>
    change({ services: services.map((one, at) => (at === index ? { ...one, ...changes } : one)) });
  return (
    <fieldset
      className={stack({ gap: 3, padding: 0, margin: 0, border: 'none' })}
      aria-describedby="plan-services-fault"
    >
      <legend>{t('servicePlans.services')}</legend>
      <p className={look({ margin: 0 })}>{t('servicePlans.servicesHint')}</p>
      {services.map((service, index) => {
        const form = {
          draft: service,
          faults: {},
          change: (changes: Partial<PlanServiceDraft>) => replace(index, changes),
        };
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity of their own
          <div key={index} className={stack({ gap: 2 })}>
            <ChoiceField
              form={form}
              name="schedule_type"
              label={t('servicePlans.service')}
              isRequired
              options={options}
            />
            <div className="resource-pair">
              <TextField
                form={form}
                name="distance"
                type="number"
                label={t('servicePlans.every', { unit: t(`servicePlans.unit.${unit}`) })}
              />
              <TextField
                form={form}
                name="hours"
                type="number"
                label={t('servicePlans.every', { unit: t('servicePlans.unit.hours') })}
              />
            </div>
            {services.length > 1 && (
              <Button
                onClick={() => change({ services: services.filter((_, at) => at !== index) })}
              >
                {t('servicePlans.removeService')}
              </Button>
            )}
          </div>
        );
      })}
      {faults.services !== undefined && (
        <p id="plan-services-fault" role="alert" className="field-error">
          {faults.services.join(' ')}
        </p>
      )}
      {services.length < MOST_SERVICES && (
        <Button onClick={() => change({ services: [...services, NO_SERVICE] })}>
          {t('servicePlans.addService')}
        </Button>
      )}
    </fieldset>
  );
}

/** The fields of a service plan. */
export function PlanFields({ one: _, ...form }: FormProps<PlanDraft, ServicePlan>) {
  const { t } = useTranslation();
  const lists = useVehicleLists(null);
  const { model: fault, ...others } = form.faults;
  const faults = fault === undefined ? others : { ...others, manufacturer_model: fault };
  return (
    <>
      <TextField form={form} name="name" label={t('servicePlans.name')} isRequired maxLength={90} />
      <ServiceRows {...form} />
      <ModelField form={{ ...form, faults }} lists={lists} none={t('servicePlans.noModel')} />
      <p className={look({ margin: 0 })}>{t('servicePlans.modelHint')}</p>
      <TextField form={form} name="note" label={t('servicePlans.note')} maxLength={500} />
    </>
  );
}
