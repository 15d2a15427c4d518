import {
  formatDateTime,
  formatOdometer,
  formatSpeed,
  type MappingProblem,
} from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { useAttributeName, useAttributeValue } from '../../ui/attribute-text.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FactList } from '../../ui/facts.tsx';
import { look } from '../../ui/look/look.ts';
import type { Preview } from './data-inputs.ts';

type Previewed = Preview['records'][number];

const PLACE_DECIMALS = 6;
const TONES = { stored: 'good', refused: 'bad', ignored: undefined } as const;

/** The name of a field of the mapping or of an attribute, and why it could not be read. */
export function useProblemText(): (one: {
  readonly field: string;
  readonly problem: MappingProblem;
  readonly value: string | null;
}) => string {
  const { t } = useTranslation();
  return ({ problem, value }) =>
    t(`dataInputs.problem.${problem}`, { value: value ?? t('dataInputs.nothing') });
}

function useFieldName(): (field: string) => string {
  const { t, i18n } = useTranslation();
  const attributeName = useAttributeName();
  return (field) => {
    const key = `dataInputs.field.${field}`;
    return i18n.exists(key) ? t(key) : attributeName(field);
  };
}

/** What would be stored of a record as people read it, by field and name of an attribute. */
export function useStoredTexts(): (one: Previewed) => Readonly<Record<string, string>> {
  const { t } = useTranslation();
  const { dates, unit, locale } = useDisplay();
  const attributeValue = useAttributeValue();
  return (one) => {
    if (one.outcome !== 'stored') return {};
    const texts: Record<string, string | null> = {
      device: one.device,
      time: one.time === null ? null : formatDateTime(Date.parse(one.time), dates),
      latitude: one.latitude?.toFixed(PLACE_DECIMALS) ?? null,
      longitude: one.longitude?.toFixed(PLACE_DECIMALS) ?? null,
      speed: one.speed_kmh === null ? null : formatSpeed(one.speed_kmh, unit, locale),
      course: one.course === null ? null : `${Math.round(one.course)}°`,
      altitude: one.altitude_m === null ? null : `${one.altitude_m} m`,
      satellites: one.satellites === null ? null : String(one.satellites),
      ignition: one.ignition === null ? null : t(one.ignition ? 'sensors.yes' : 'sensors.no'),
      odometer: one.odometer_m === null ? null : formatOdometer(one.odometer_m, unit, locale),
    };
    for (const { name, value } of one.attributes) {
      texts[name] = attributeValue(name.replace(/\d+/, '#'), value);
    }
    return Object.fromEntries(
      Object.entries(texts).flatMap(([name, text]) => (text === null ? [] : [[name, text]])),
    );
  };
}

/** What would be stored of one record. */
function Record({ one, place }: { readonly one: Previewed; readonly place: number }) {
  const { t } = useTranslation();
  const fieldName = useFieldName();
  const problemText = useProblemText();
  const stored = useStoredTexts()(one);
  const vehicle = one.vehicle?.registration ?? t('dataInputs.noVehicle');
  const facts: [string, string][] = [
    [t('dataInputs.vehicle'), vehicle],
    ...(one.time === null
      ? [[t('dataInputs.field.time'), t('dataInputs.arrival')] as [string, string]]
      : []),
    ...Object.entries(stored).map(([field, text]): [string, string] => [fieldName(field), text]),
  ];
  return (
    <li className={look({ flow: 'stack', gap: 2, border: 'line', radius: 'medium', padding: 3 })}>
      <p>
        {t('dataInputs.recordNumber', { n: place })}{' '}
        <Badge tone={TONES[one.outcome]}>{t(`dataInputs.outcome.${one.outcome}`)}</Badge>
      </p>
      {one.problems.length > 0 && (
        <ul>
          {one.problems.map((problem) => (
            <li key={problem.field}>
              {fieldName(problem.field)}: {problemText(problem)}
            </li>
          ))}
        </ul>
      )}
      {one.outcome === 'stored' && <FactList className="details-facts" facts={facts} />}
    </li>
  );
}

/** What would be stored of the sample. */
export function PreviewedRecords({ preview }: { readonly preview: Preview | null }) {
  const { t } = useTranslation();
  if (preview === null) return <p className="field-hint">{t('dataInputs.previewEmpty')}</p>;
  if (preview.error !== null) return <p role="alert">{preview.error}</p>;
  const { records, count } = preview;
  return (
    <>
      <p role="status">{t('dataInputs.previewCount', { count, shown: records.length })}</p>
      <ol className={look({ flow: 'stack', gap: 3, list: true, padding: 0 })}>
        {records.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the place in the message
          <Record key={at} one={one} place={at + 1} />
        ))}
      </ol>
    </>
  );
}
