import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '../../ui/badge/badge.tsx';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { Column } from '../../ui/data-table/order.ts';
import { look } from '../../ui/look/look.ts';
import type { MotTest } from './official-data.ts';
import { NONE, useOfficialTexts } from './official-words.tsx';

/** The table shows what the section has read. */
const READ = { isPending: false, error: null, refetch: () => undefined };

function Defects({ defects }: Pick<MotTest, 'defects'>) {
  const { t } = useTranslation();
  if (defects.length === 0) return t('officialData.noDefects');
  return (
    <ul className={look({ margin: 0, paddingX: 4 })}>
      {defects.map(({ dangerous, text, type }) => (
        <li key={`${type} ${text}`}>
          {dangerous && <Badge tone="bad">{t('officialData.dangerous')}</Badge>} {text}{' '}
          <span className={look({ tone: 'quiet' })}>{type}</span>
        </li>
      ))}
    </ul>
  );
}

/** The MOT tests of a vehicle with odometers, defects and advisories as the testers wrote them. */
export function MotTests({ tests }: { readonly tests: readonly MotTest[] }) {
  const { t } = useTranslation();
  const texts = useOfficialTexts();
  const columns = useMemo<readonly Column<MotTest>[]>(
    () => [
      {
        key: 'completed_at',
        label: t('officialData.testedOn'),
        cell: ({ completed_at }) => texts.moment(completed_at),
      },
      {
        key: 'result',
        label: t('officialData.result'),
        cell: ({ result }) => (
          <Badge tone={result === 'passed' ? 'good' : 'bad'}>
            {t(`officialData.result.${result}`)}
          </Badge>
        ),
      },
      {
        key: 'expires_on',
        label: t('officialData.validUntil'),
        cell: ({ expires_on }) => texts.day(expires_on),
      },
      {
        key: 'odometer_m',
        label: t('officialData.odometer'),
        isNumber: true,
        cell: ({ odometer, odometer_m }) =>
          odometer_m !== null
            ? texts.distance(odometer_m)
            : odometer === null || odometer === 'read'
              ? NONE
              : t(`officialData.odometer.${odometer}`),
      },
      {
        key: 'defects',
        label: t('officialData.defects'),
        widthPx: 260,
        cell: ({ defects }) => <Defects defects={defects} />,
      },
      { key: 'number', label: t('officialData.number'), cell: ({ number }) => number ?? NONE },
    ],
    [t, texts],
  );
  return (
    <DataTable
      label={t('officialData.tests')}
      columns={columns}
      rows={tests}
      keyOf={({ id }) => String(id)}
      state={READ}
      empty={{ title: t('officialData.noTests'), text: t('officialData.noTestsText') }}
    />
  );
}
