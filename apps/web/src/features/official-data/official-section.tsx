import { formatNumber } from '@roadworthy/domain';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { LoadedSection } from '../../ui/entity-page/loaded-section.tsx';
import { FactList } from '../../ui/facts.tsx';
import { look, row, stack } from '../../ui/look/look.ts';
import { toast } from '../../ui/toast.ts';
import { Part } from '../records/record/records-record-part.tsx';
import { Differences } from './differences.tsx';
import { MotTests } from './mot-tests.tsx';
import { OFFICIAL_KEY, OFFICIAL_WRITE, type OfficialVehicle } from './official-data.ts';
import { NONE, OfficialFlags, useOfficialTexts } from './official-words.tsx';
import { SourcesNote } from './sources-note.tsx';

type Data = NonNullable<OfficialVehicle['data']>;

function Status({ data }: { readonly data: Data }) {
  const { t } = useTranslation();
  const texts = useOfficialTexts();
  const { last_mot_result: result, mot_source: source, mot_status, tax_status } = data;
  const last = texts.day(data.last_mot_on);
  return (
    <FactList
      className="details-facts"
      facts={[
        [t('officialData.attention'), <OfficialFlags key="flags" flags={data.flags} />],
        [t('officialData.tax'), tax_status === null ? NONE : t(`officialData.tax.${tax_status}`)],
        [t('officialData.taxDue'), texts.day(data.tax_due_on)],
        [t('officialData.mot'), mot_status === null ? NONE : t(`officialData.mot.${mot_status}`)],
        [
          t('officialData.motDue'),
          source === null
            ? NONE
            : `${texts.day(data.mot_due_on)} (${t(`officialData.source.${source}`)})`,
        ],
        [
          t('officialData.lastMot'),
          result === null ? NONE : `${last}, ${t(`officialData.result.${result}`)}`,
        ],
      ]}
    />
  );
}

function VehicleFacts({ facts }: Pick<Data, 'facts'>) {
  const { t } = useTranslation();
  const { locale } = useDisplay();
  const texts = useOfficialTexts();
  const number = (value: number | null, unit: string) =>
    value === null ? null : t(`officialData.unit.${unit}`, { value: formatNumber(value, locale) });
  const day = (value: string | null) => (value === null ? null : texts.day(value));
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    ['make', facts.make],
    ['model', facts.model],
    ['colour', facts.colour],
    ['fuel', facts.fuel],
    ['year', facts.year_of_manufacture],
    ['firstUsed', day(facts.first_used_on)],
    ['engine', number(facts.engine_cc, 'cc')],
    ['co2', number(facts.co2_g_per_km, 'co2')],
    ['weight', number(facts.revenue_weight_kg, 'kg')],
    ['euro', facts.euro_status],
    ['typeApproval', facts.type_approval],
    ['wheelplan', facts.wheelplan],
    ['v5c', day(facts.v5c_issued_on)],
    ['export', facts.is_marked_for_export === true ? t('officialData.yes') : null],
    ['recall', facts.outstanding_recall],
  ];
  return (
    <FactList
      className="details-facts"
      facts={rows.flatMap(([key, value]) =>
        value === null ? [] : [[t(`officialData.fact.${key}`), value] as const],
      )}
    />
  );
}

function Answers({ data }: { readonly data: Data }) {
  const { t } = useTranslation();
  const texts = useOfficialTexts();
  return data.answers.map(({ asked_at, failure, fetched_at, source, state }) => (
    <p key={source} className={look({ margin: 0, tone: 'quiet' })}>
      {t(`officialData.answer.${state}`, {
        source: t(`officialData.source.${source}`),
        asked: texts.moment(asked_at),
        fetched: texts.moment(fetched_at),
        reason: failure === null ? '' : t(`officialData.failure.${failure}`),
      })}
    </p>
  ));
}

function CheckNow({
  vehicleId,
  onChecked,
}: {
  readonly vehicleId: number;
  readonly onChecked: (vehicle: OfficialVehicle) => void;
}) {
  const { t } = useTranslation();
  const check = useMutation({
    mutationFn: () => api.officialData.check({ params: { vehicle: vehicleId }, quiet: true }),
    onSuccess: (vehicle) => {
      onChecked(vehicle);
      const failed = vehicle.data?.answers.find(({ state }) => state === 'failed');
      if (failed === undefined) toast.success(t('officialData.checked'));
      else toast.error(t(`officialData.failure.${failed.failure ?? 'no_answer'}`));
    },
    onError: (error) => toast.error(error.message),
  });
  return (
    <div className={row({ gap: 2 })}>
      <Button kind="primary" disabled={check.isPending} onClick={() => check.mutate()}>
        {t(check.isPending ? 'officialData.checking' : 'officialData.checkNow')}
      </Button>
    </div>
  );
}

function Loaded({ of }: { readonly of: OfficialVehicle }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { current } = useSession();
  const mayWrite = may(current, OFFICIAL_WRITE);
  const isConfigured = of.sources.some((one) => one.is_configured);
  const { data } = of;
  const changed = (vehicle: OfficialVehicle) => {
    client.setQueryData([OFFICIAL_KEY, 'vehicle', vehicle.vehicle.id], vehicle);
    void client.invalidateQueries({ queryKey: [OFFICIAL_KEY] });
    void client.invalidateQueries({ queryKey: ['schedules'] });
  };
  return (
    <div className={stack({ gap: 4 })}>
      <SourcesNote sources={of.sources} />
      {mayWrite && isConfigured && <CheckNow vehicleId={of.vehicle.id} onChecked={changed} />}
      <Differences differences={of.differences} mayWrite={mayWrite} onResolved={changed} />
      {data === null && isConfigured && <p>{t('officialData.never')}</p>}
      {data !== null && (
        <>
          <Status data={data} />
          <Part title={t('officialData.tests')}>
            <MotTests tests={of.tests} />
          </Part>
          <Part title={t('officialData.facts')}>
            <VehicleFacts facts={data.facts} />
          </Part>
          <Part title={t('officialData.answers')}>
            <Answers data={data} />
          </Part>
        </>
      )}
    </div>
  );
}

/** Official data of a vehicle: tax, MOT, tests, differences. Section of its page, and details of the list. */
export function OfficialSection({ vehicleId }: { readonly vehicleId: number }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [OFFICIAL_KEY, 'vehicle', vehicleId],
    queryFn: ({ signal }) =>
      api.officialData.vehicle({ params: { vehicle: vehicleId }, signal, quiet: true }),
  });
  return (
    <LoadedSection query={query} loading={t('officialData.loading')} className={stack({ gap: 3 })}>
      {(data) => <Loaded of={data} />}
    </LoadedSection>
  );
}
