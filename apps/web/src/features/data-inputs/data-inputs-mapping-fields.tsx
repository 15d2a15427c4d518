import {
  ATTRIBUTES,
  type AttributeKey,
  attributeNamed,
  type JsonMapping,
  type JsonPath,
  MAPPED_DISTANCE_UNITS,
  MAPPED_FIELDS,
  MAPPED_SPEED_UNITS,
  MAPPED_TIME_FORMATS,
  type MappedAttribute,
  type MappedField,
  MOST_MAPPED_ATTRIBUTES,
} from '@roadworthy/domain';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button/button.tsx';
import { Field } from '../../ui/field/field.tsx';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { look } from '../../ui/look/look.ts';
import { FieldGroup } from '../../ui/resource/bound-fields.tsx';
import { Select } from '../../ui/select/select.tsx';
import { pathText, type Sample } from './data-inputs.ts';

const GRID = look({ flow: 'stack', columns: 'two', gap: 3, align: 'start' });

export interface MappingProps {
  readonly mapping: JsonMapping;
  readonly sample: Sample;
  /** Errors of the first record that has one, by field. */
  readonly faults: Faults;
  /** What would be stored of the first record, by field. */
  readonly stored: Readonly<Record<string, string>>;
  readonly change: (changes: Partial<JsonMapping>) => void;
}

/** The choice of a path among those of the sample; the present one is kept if the sample has it not. */
export function PathSelect({
  label,
  none,
  value,
  paths,
  stored,
  fault,
  isRequired = false,
  onChange,
}: {
  readonly label: string;
  /** Text of the empty path. */
  readonly none: string;
  readonly value: string;
  readonly paths: readonly JsonPath[];
  /** The value as it would be stored. */
  readonly stored?: string | undefined;
  readonly fault?: readonly string[] | undefined;
  readonly isRequired?: boolean;
  readonly onChange: (path: string) => void;
}) {
  const { t } = useTranslation();
  const isAbsent = value !== '' && paths.every(({ path }) => path !== value);
  return (
    <Field
      label={label}
      isRequired={isRequired}
      fault={fault}
      hint={
        isAbsent && paths.length > 0
          ? t('dataInputs.notInSample')
          : value === '' || stored === undefined
            ? undefined
            : t('dataInputs.storedAs', { value: stored })
      }
    >
      {(props) => (
        <Select
          {...props}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          <option value="">{none}</option>
          {isAbsent && <option value={value}>{value.slice(1)}</option>}
          {paths.map((one) => (
            <option key={one.path} value={one.path}>
              {pathText(one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** One of few texts, such as the unit of a field. */
function OneOf<T extends string>({
  label,
  value,
  values,
  textOf,
  onChange,
}: {
  readonly label: string;
  readonly value: T;
  readonly values: readonly T[];
  readonly textOf: (value: T) => string;
  readonly onChange: (value: T) => void;
}) {
  return (
    <Field label={label} fault={undefined}>
      {(props) => (
        <Select
          {...props}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value as T)}
        >
          {values.map((one) => (
            <option key={one} value={one}>
              {textOf(one)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

/** The units and formats that the mapped fields need. */
function Units({ mapping, change }: Pick<MappingProps, 'mapping' | 'change'>) {
  const { t } = useTranslation();
  const { fields } = mapping;
  return (
    <>
      {fields.time !== '' && (
        <OneOf
          label={t('dataInputs.timeFormat')}
          value={mapping.time_format}
          values={MAPPED_TIME_FORMATS}
          textOf={(one) => t(`dataInputs.timeFormat.${one}`)}
          onChange={(time_format) => change({ time_format })}
        />
      )}
      {fields.speed !== '' && (
        <OneOf
          label={t('dataInputs.speedUnit')}
          value={mapping.speed_unit}
          values={MAPPED_SPEED_UNITS}
          textOf={(one) => (one === 'kn' ? t('dataInputs.knots') : one)}
          onChange={(speed_unit) => change({ speed_unit })}
        />
      )}
      {fields.odometer !== '' && (
        <OneOf
          label={t('dataInputs.odometerUnit')}
          value={mapping.odometer_unit}
          values={MAPPED_DISTANCE_UNITS}
          textOf={(one) => one}
          onChange={(odometer_unit) => change({ odometer_unit })}
        />
      )}
    </>
  );
}

/** The path of each field of a record. */
export function RecordFields({
  hasTopic,
  ...props
}: MappingProps & { /** With MQTT, the topic can name the device. */ readonly hasTopic: boolean }) {
  const { t } = useTranslation();
  const { mapping, sample, faults, stored, change } = props;
  const setPath = (field: MappedField, path: string) =>
    change({ fields: { ...mapping.fields, [field]: path } });
  const byTopic = hasTopic && mapping.topic_level !== null;
  return (
    <FieldGroup title={t('dataInputs.fields')}>
      <div className={GRID}>
        {hasTopic && (
          <OneOf
            label={t('dataInputs.deviceFrom')}
            value={String(mapping.topic_level ?? '')}
            values={['', '1', '2', '3', '4', '5', '6']}
            textOf={(one) =>
              one === '' ? t('dataInputs.fromField') : t('dataInputs.fromTopic', { level: one })
            }
            onChange={(one) => change({ topic_level: one === '' ? null : Number(one) })}
          />
        )}
        {MAPPED_FIELDS.filter((field) => field !== 'device' || !byTopic).map((field) => (
          <PathSelect
            key={field}
            label={t(`dataInputs.field.${field}`)}
            none={t(field === 'time' ? 'dataInputs.arrival' : 'dataInputs.notMapped')}
            isRequired={field === 'device'}
            value={mapping.fields[field]}
            paths={sample.values}
            stored={stored[field]}
            fault={faults[field]}
            onChange={(path) => setPath(field, path)}
          />
        ))}
        <Units mapping={mapping} change={change} />
      </div>
    </FieldGroup>
  );
}

const KEYS = Object.keys(ATTRIBUTES) as AttributeKey[];
const MOST_NUMBER = 255;
const nameOf = (key: string, index: number | null) => key.replace('#', String(index ?? 1));

function NumberField({
  label,
  value,
  ...rest
}: {
  readonly label: string;
  readonly value: number;
  readonly min?: number;
  readonly max?: number;
  readonly onNumber: (value: number) => void;
}) {
  const { onNumber, ...bounds } = rest;
  return (
    <Field label={label} fault={undefined}>
      {(props) => (
        <input
          {...props}
          {...bounds}
          type="number"
          step="any"
          defaultValue={value}
          onChange={({ currentTarget }) => {
            const { valueAsNumber } = currentTarget;
            if (Number.isFinite(valueAsNumber)) onNumber(valueAsNumber);
          }}
        />
      )}
    </Field>
  );
}

/** One attribute of the dictionary: which one, where it is, and how its number is converted. */
function AttributeRow({
  one,
  sample,
  stored,
  fault,
  onChange,
  onRemove,
}: {
  readonly one: MappedAttribute;
  readonly sample: Sample;
  readonly stored: string | undefined;
  readonly fault: readonly string[] | undefined;
  readonly onChange: (one: MappedAttribute) => void;
  readonly onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { key, index } = attributeNamed(one.name) ?? { key: KEYS[0] ?? '', index: null };
  const title = t(`attribute.${key}`, { n: index ?? '' });
  const isNumber = ['number', 'level'].includes(ATTRIBUTES[key as AttributeKey].kind);
  const unit = ATTRIBUTES[key as AttributeKey].unit ?? '';
  return (
    <fieldset className={look({ border: 'line', radius: 'medium', padding: 3 })}>
      <legend>{unit === '' ? title : `${title} (${unit})`}</legend>
      <div className={GRID}>
        <Field label={t('dataInputs.attribute')} fault={undefined}>
          {(props) => (
            <Select
              {...props}
              value={key}
              onChange={({ currentTarget: { value } }) =>
                onChange({ ...one, name: nameOf(value, index) })
              }
            >
              {KEYS.map((value) => (
                <option key={value} value={value}>
                  {t(`attribute.${value}`, { n: '…' })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <PathSelect
          label={t('dataInputs.path')}
          none={t('dataInputs.choosePath')}
          value={one.path}
          paths={sample.values}
          stored={stored}
          fault={fault}
          isRequired
          onChange={(path) => onChange({ ...one, path })}
        />
        {index !== null && (
          <NumberField
            label={t('dataInputs.number')}
            value={index}
            min={0}
            max={MOST_NUMBER}
            onNumber={(value) => {
              if (Number.isInteger(value) && value >= 0 && value <= MOST_NUMBER)
                onChange({ ...one, name: nameOf(key, value) });
            }}
          />
        )}
        {isNumber && (
          <>
            <NumberField
              label={t('dataInputs.scale')}
              value={one.scale}
              onNumber={(scale) => onChange({ ...one, scale })}
            />
            <NumberField
              label={t('dataInputs.offset')}
              value={one.offset}
              onNumber={(offset) => onChange({ ...one, offset })}
            />
          </>
        )}
      </div>
      <Button onClick={onRemove} aria-label={t('dataInputs.removeAttribute', { name: title })}>
        {t('dataInputs.remove')}
      </Button>
    </fieldset>
  );
}

/** The attributes of the dictionary that the records have. */
export function AttributeFields({ mapping, sample, faults, stored, change }: MappingProps) {
  const { t } = useTranslation();
  const { attributes } = mapping;
  const free = KEYS.find((key) => attributes.every(({ name }) => name !== nameOf(key, null)));
  const add = () =>
    free !== undefined &&
    change({
      attributes: [...attributes, { name: nameOf(free, null), path: '', scale: 1, offset: 0 }],
    });
  return (
    <FieldGroup title={t('dataInputs.attributes')}>
      <p className="field-hint">{t('dataInputs.attributesHint')}</p>
      {attributes.map((one, at) => (
        <AttributeRow
          // The sequence changes only by adding at the end and removing.
          // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name for a moment
          key={`${at} ${attributes.length}`}
          one={one}
          sample={sample}
          stored={stored[one.name]}
          fault={faults[one.name]}
          onChange={(changed) => change({ attributes: attributes.with(at, changed) })}
          onRemove={() => change({ attributes: attributes.toSpliced(at, 1) })}
        />
      ))}
      {attributes.length < MOST_MAPPED_ATTRIBUTES && (
        <Button onClick={add}>{t('dataInputs.addAttribute')}</Button>
      )}
    </FieldGroup>
  );
}
