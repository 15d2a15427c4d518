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

const NONE = '–';
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

/** What would be stored of one record. */
function Record({ one, place }: { readonly one: Previewed; readonly place: number }) {
  const { t } = useTranslation();
  const { dates, unit, locale } = useDisplay();
  const attributeName = useAttributeName();
  const attributeValue = useAttributeValue();
  const fieldName = useFieldName();
  const problemText = useProblemText();
  const { device, vehicle, latitude, longitude } = one;
  const onOff = (value: boolean | null) =>
    value === null ? NONE : t(value ? 'sensors.yes' : 'sensors.no');
  const facts: [string, string][] = [
    [t('dataInputs.field.device'), device ?? NONE],
    [t('dataInputs.vehicle'), vehicle?.registration ?? t('dataInputs.noVehicle')],
    [
      t('dataInputs.field.time'),
      one.time === null ? t('dataInputs.arrival') : formatDateTime(Date.parse(one.time), dates),
    ],
    [
      t('dataInputs.place'),
      latitude === null || longitude === null
        ? NONE
        : `${latitude.toFixed(PLACE_DECIMALS)}, ${longitude.toFixed(PLACE_DECIMALS)}`,
    ],
    [
      t('dataInputs.field.speed'),
      one.speed_kmh === null ? NONE : formatSpeed(one.speed_kmh, unit, locale),
    ],
    [t('dataInputs.field.course'), one.course === null ? NONE : `${Math.round(one.course)}°`],
    [t('dataInputs.field.ignition'), onOff(one.ignition)],
    [
      t('dataInputs.field.odometer'),
      one.odometer_m === null ? NONE : formatOdometer(one.odometer_m, unit, locale),
    ],
    [t('dataInputs.field.altitude'), one.altitude_m === null ? NONE : `${one.altitude_m} m`],
    [t('dataInputs.field.satellites'), one.satellites === null ? NONE : String(one.satellites)],
    ...one.attributes.map(({ name, value }): [string, string] => [
      attributeName(name),
      attributeValue(name.replace(/\d+/, '#'), value),
    ]),
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
      <ol className={look({ flow: 'stack', gap: 3, list: true })}>
        {records.map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the index is the place in the message
          <Record key={at} one={one} place={at + 1} />
        ))}
      </ol>
    </>
  );
}
