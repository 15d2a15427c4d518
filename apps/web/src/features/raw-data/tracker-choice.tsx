import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { cx, look } from '../../ui/look/look.ts';
import { type PickerKind, type PickerRow, pagedQueryOf } from '../../ui/pickers/kind.ts';
import { SinglePicker } from '../../ui/pickers/single-picker.tsx';
import { Popover } from '../../ui/popover/popover.tsx';
import styles from './raw-data.module.css';

interface Tracker extends PickerRow {
  readonly tracker: string;
  readonly registration: string | null;
}

const TRACKER: PickerKind<Tracker> = {
  key: 'tracker',
  columns: [
    {
      key: 'tracker',
      text: 'picker.trackerNo',
      cell: ({ tracker, registration }) =>
        registration === null ? tracker : `${tracker} · ${registration}`,
    },
  ],
  order: 'tracker',
  pageSize: 25,
  hasEmptyHint: true,
  nameOf: ({ tracker }) => tracker,
  load: (question, { signal }) =>
    api.trackers.list({ query: pagedQueryOf(question), signal, quiet: true }),
};

/** Selects the device. */
export function TrackerChoice({
  tracker,
  onChange,
}: {
  readonly tracker:
    | { readonly id: number; readonly tracker: string; readonly registration: string | null }
    | undefined;
  readonly onChange: (id: number) => void;
}) {
  const { t } = useTranslation();
  const name =
    tracker === undefined
      ? t('rawData.choose')
      : [tracker.tracker, tracker.registration].filter((text) => text !== null).join(' · ');
  return (
    <Popover label={t('rawData.choose')} button={name}>
      {(close) => (
        <div className={cx(look({ padding: 3 }), styles.rawDataChoice)}>
          <SinglePicker
            kind={TRACKER}
            selected={tracker === undefined ? null : { id: tracker.id, name: tracker.tracker }}
            onChange={(chosen) => {
              if (chosen !== null) onChange(chosen.id);
              close();
            }}
          />
        </div>
      )}
    </Popover>
  );
}
