import type { AnswerOf, contract } from '@roadworthy/contract';
import { VEHICLE_FILE } from '@roadworthy/domain';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { look, stack } from '../../ui/look/look.ts';
import type { FormProps } from '../../ui/resource/resource.ts';
import { toast } from '../../ui/toast.ts';
import type { Vehicle, VehicleDraft } from './vehicles.ts';

type Facts = AnswerOf<typeof contract.officialData.lookup>;

/** Ids of `VEHICLE_ENERGIES` by the fuel as the DVLA names it. */
const ENERGIES: Readonly<Record<string, number>> = {
  DIESEL: 1,
  PETROL: 2,
  ELECTRICITY: 3,
  ELECTRIC: 3,
  'HYBRID ELECTRIC': 4,
  'ELECTRIC DIESEL': 4,
  GAS: 5,
  'GAS BI-FUEL': 5,
  'FUEL CELLS': 6,
};

/** What an official answer fills in; values that the person has entered stay. */
export function lookedUp(draft: VehicleDraft, facts: Facts): Partial<VehicleDraft> {
  const energy = ENERGIES[facts.fuel?.toUpperCase() ?? ''];
  const { first_used_on: used, revenue_weight_kg: weight } = facts;
  return {
    ...(energy === undefined ? {} : { vehicle_type: energy }),
    ...(used === null || draft.first_registered_on !== '' ? {} : { first_registered_on: used }),
    ...(weight === null || weight === 0 || draft.gross_weight_kg !== ''
      ? {}
      : { gross_weight_kg: String(weight) }),
  };
}

const factsText = ({ colour, fuel, make, model, year_of_manufacture: year }: Facts) =>
  [[make, model].filter(Boolean).join(' '), colour, year, fuel].filter(Boolean).join(', ');

/** Looks up the registration of a new vehicle; nothing without a configured official service. */
export function RegistrationLookup({
  form: { change, draft, one },
}: {
  readonly form: FormProps<VehicleDraft, Vehicle>;
}) {
  const { t } = useTranslation();
  const { current } = useSession();
  const isOffered = one === null && may(current, VEHICLE_FILE);
  const sources = useQuery({
    queryKey: ['official_data', 'sources'],
    enabled: isOffered,
    queryFn: ({ signal }) => api.officialData.sources({ signal, quiet: true }),
  });
  const lookup = useMutation({
    mutationFn: (registration: string) => api.officialData.lookup({ body: { registration } }),
    onSuccess: (facts) => change(lookedUp(draft, facts)),
    onError: (error) => toast.error(error.message),
  });
  const isConfigured = sources.data?.some((source) => source.is_configured) === true;
  if (!isOffered || !isConfigured) return null;
  return (
    <div className={stack({ gap: 1, items: 'start' })}>
      <Button
        disabled={draft.registration.trim() === '' || lookup.isPending}
        onClick={() => lookup.mutate(draft.registration)}
      >
        {t('vehicles.lookUp')}
      </Button>
      {lookup.data !== undefined && lookup.variables === draft.registration && (
        <span role="status" className={look({ tone: 'quiet' })}>
          {t('vehicles.lookedUp', { facts: factsText(lookup.data) })}
        </span>
      )}
    </div>
  );
}
