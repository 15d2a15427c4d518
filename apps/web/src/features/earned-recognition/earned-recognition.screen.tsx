import { formatDate, RECOGNITION_HALVES } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addressOf, api, pathOf } from '../../api/client.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { Button } from '../../ui/button/button.tsx';
import { useDisplay } from '../../ui/display.ts';
import { FormatMenu } from '../../ui/download-menu/download-menu.tsx';
import { saveFrom } from '../../ui/download-menu/save-report.ts';
import { ListTabs } from '../../ui/list-tabs/list-tabs.tsx';
import { column, cx, look, row, stack } from '../../ui/look/look.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { Select } from '../../ui/select/select.tsx';
import styles from './earned-recognition.module.css';
import { DepotTable } from './earned-recognition-depots.tsx';
import { TotalTiles } from './earned-recognition-totals.tsx';
import { RecordsPanel } from './records-panel.tsx';
import { type Figures, useAsked, useFigures } from './use-figures.ts';

type Asked = ReturnType<typeof useAsked>;

/** The period with links to the previous and next, the region, and the download. */
function Head({
  asked,
  period,
}: {
  readonly asked: Asked;
  readonly period: Figures['period'] | undefined;
}) {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { data: regions = [] } = useQuery({
    queryKey: ['record-choices', 'regions'],
    queryFn: ({ signal }) => api.depots.regions({ signal }),
  });
  const day = (text: string) => formatDate(Date.parse(text), { ...dates, timeZone: 'UTC' });
  const turn = (periods: number) => {
    if (period !== undefined) asked.turn(period.first, periods);
  };
  return (
    <header className={stack({ gap: 2, paddingY: 3, paddingX: 4, borderBottom: true })}>
      <PageTitle title={t('er.title')} />
      <div className={cx(row({ wrap: true, align: 'center', gap: 2 }), styles.erTools)}>
        <div className={cx(row({ align: 'center', gap: 2 }), styles.erTurn)}>
          <Button
            kind="icon"
            aria-label={t('er.previous')}
            disabled={period === undefined}
            onClick={() => turn(-1)}
          >
            <span aria-hidden="true">‹</span>
          </Button>
          <span
            className={look({
              flow: 'inlineRow',
              wrap: true,
              align: 'center',
              gap: 2,
              numeric: true,
            })}
            role="status"
          >
            {period !== undefined &&
              t('er.period', { first: day(period.first), last: day(period.last) })}
            {period?.is_running === true && <Badge tone="warn">{t('er.running')}</Badge>}
          </span>
          <Button
            kind="icon"
            aria-label={t('er.next')}
            disabled={period === undefined || period.is_running}
            onClick={() => turn(1)}
          >
            <span aria-hidden="true">›</span>
          </Button>
        </div>
        <Select
          aria-label={t('recordList.region')}
          value={asked.region ?? ''}
          onChange={({ currentTarget }) => asked.chooseRegion(currentTarget.value || undefined)}
        >
          <option value="">{t('recordList.all.region')}</option>
          {regions.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <span className={look({ grow: true })} />
        <FormatMenu
          isDisabled={period === undefined}
          save={(format) =>
            saveFrom(
              addressOf(pathOf('earnedRecognition', 'exportFigures'), {
                query: { ...asked.query, half: asked.half, format },
              }),
              `earned-recognition-${asked.half}.${format}`,
            )
          }
        />
      </div>
    </header>
  );
}

/** Screen /earned-recognition: the figures of both halves by depot and period of four weeks (W-04). */
export function EarnedRecognitionScreen() {
  const { t } = useTranslation();
  const asked = useAsked();
  const { chosen, half } = asked;
  const read = useFigures(half, asked.query);
  const depotName =
    chosen?.depot === undefined
      ? t('er.all')
      : (read.data?.depots.find(({ depot }) => (depot?.id ?? null) === chosen.depot)?.depot?.name ??
        t('er.noDepot'));
  return (
    <div className={cx(column({ relative: true, height: 'full', ground: 'surface' }), styles.er)}>
      <ListTabs
        label={t('er.halves')}
        current={half}
        tabs={RECOGNITION_HALVES.map((key) => ({ key, label: t(`er.half.${key}`) }))}
        keeps={['period', 'region']}
      />
      <Head asked={asked} period={read.data?.period} />
      {half === 'hours' && (
        <p className={look({ paddingX: 4, tone: 'quiet' })}>{t('er.hoursNote')}</p>
      )}
      {read.data !== undefined && (
        <TotalTiles
          figures={read.data}
          onOpen={(measure) => asked.look({ measure, depot: undefined })}
        />
      )}
      <div className={cx(look({ grow: true }), styles.erList)}>
        <DepotTable half={half} read={read} onOpen={asked.look} />
      </div>
      {chosen !== null && (
        <RecordsPanel
          key={`${chosen.measure} ${chosen.depot}`}
          chosen={chosen}
          query={asked.query}
          depotName={depotName}
          onClose={() => asked.look(null)}
        />
      )}
    </div>
  );
}
