import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button/button.tsx';
import { cx, look, row } from '../../../ui/look/look.ts';
import styles from './timeline.module.css';
import type { DrawingControls } from './use-drawing.ts';
import type { RecordingsQuery } from './use-recordings.ts';

function Legend() {
  const { t } = useTranslation();
  return (
    <ul
      className={cx(
        row({
          wrap: true,
          rowGap: 1,
          columnGap: 3,
          margin: 0,
          padding: 0,
          size: 'small',
          list: true,
        }),
        styles.lineLegend,
      )}
    >
      {(['device', 'here', 'coming'] as const).map((kind) => (
        <li key={kind}>
          <span data-part="lane-bar" className={cx(styles.laneBar, styles[`is-${kind}`])} />
          {t(`historic.line.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

/** Buttons that move and zoom the window of the timeline. */
function WindowTools({ line }: { readonly line: DrawingControls }) {
  const { t } = useTranslation();
  return (
    <div className={cx(row({ align: 'center' }), styles.lineTools)}>
      {(
        [
          ['earlier', '‹', () => line.pan(-1)],
          ['later', '›', () => line.pan(1)],
          ['nearer', '+', line.zoomIn],
          ['farther', '−', line.zoomOut],
        ] as const
      ).map(([key, sign, press]) => (
        <Button
          key={key}
          kind="icon"
          aria-label={t(`historic.line.${key}`)}
          title={t(`historic.line.${key}`)}
          onClick={press}
        >
          <span aria-hidden="true">{sign}</span>
        </Button>
      ))}
      <Button kind="link" onClick={line.showAll}>
        {t('historic.line.all')}
      </Button>
    </div>
  );
}

/** The title of the timeline, its legend, the state of the device and the buttons for the window. */
export function TimelineHeader({
  line,
  query,
}: {
  readonly line: DrawingControls;
  readonly query: RecordingsQuery;
}) {
  const { t } = useTranslation();
  return (
    <header>
      <h2>{t('historic.line.title')}</h2>
      <Legend />
      <p
        className={cx(look({ grow: true, tone: 'quiet', size: 'small' }), styles.lineDevice)}
        role="status"
      >
        {query.isError && query.error.message}
        {query.isPending && t('historic.line.asking')}
        {query.data !== undefined &&
          query.data.device !== 'done' &&
          t(`historic.line.state.${query.data.device}`)}
      </p>
      <WindowTools line={line} />
    </header>
  );
}
