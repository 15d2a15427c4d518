import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { may } from '../../session/rights.ts';
import { Button } from '../../ui/button/button.tsx';
import { DEFAULT_PAGE_SIZE, PAGE_SIZES, Pager } from '../../ui/data-table/pager.tsx';
import { DateFilter } from '../../ui/date-field/date-field.tsx';
import { addDays, readDay } from '../../ui/date-range/calendar.ts';
import { look, row, stack } from '../../ui/look/look.ts';
import { useRemoval } from '../../ui/resource/removal.tsx';
import { ResourcePanel } from '../../ui/resource/resource-panel.tsx';
import { SearchBox } from '../../ui/resource/search-box.tsx';
import { SettingsState } from '../../ui/resource/settings-state.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { FILTER_SELECT } from '../records/records-filters.tsx';
import { BoardDays, BoardTable } from './board-views.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { type Board, PLANNING_WRITE, SHIFTS_KEY, type ShiftPreset } from './driver-planning.ts';
import { LevelChoice, PlanDepotChoice, useShifts } from './shifts-list.tsx';

const WEEK_DAYS = 7;
const REFRESH_MS = 60_000;
const NARROW = '(max-width: 767px)';
const NOTHING: ShiftPreset = {};

function useBoard() {
  const [address, setAddress] = useAddress();
  const number = (text: string | undefined) => {
    const found = Number(text);
    return Number.isInteger(found) && found > 0 ? found : undefined;
  };
  const size = number(address.pageSize);
  const page = number(address.page) ?? 1;
  const pageSize = PAGE_SIZES.find((one) => one === size) ?? DEFAULT_PAGE_SIZE;
  const query = {
    page,
    pageSize,
    search: address.search ?? '',
    day: readDay(address.day) ?? undefined,
    depot: number(address.depot),
    driver: number(address.driver),
    level: address.level as never,
  };
  const board = useQuery({
    queryKey: [SHIFTS_KEY, 'board', query],
    queryFn: ({ signal }) => api.driverPlanning.board({ query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const change = (changes: Readonly<Record<string, string | undefined>>) =>
    setAddress({ page: undefined, ...changes });
  return { address, setAddress, change, board, page, pageSize };
}

function Toolbar({
  board,
  address,
  change,
  onCopy,
  onAdd,
}: {
  readonly board: Board | undefined;
  readonly address: Readonly<Record<string, string | undefined>>;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
  readonly onCopy: (() => void) | null;
  readonly onAdd: (() => void) | null;
}) {
  const { t } = useTranslation();
  const turn = (days: number) => board !== undefined && change({ day: addDays(board.week, days) });
  const bound = { values: address, change, className: FILTER_SELECT };
  return (
    <div className={row({ wrap: true, gap: 2, align: 'end' })}>
      <Button onClick={() => turn(-WEEK_DAYS)}>{t('planning.previousWeek')}</Button>
      <Button onClick={() => change({ day: undefined })}>{t('planning.thisWeek')}</Button>
      <Button onClick={() => turn(WEEK_DAYS)}>{t('planning.nextWeek')}</Button>
      <DateFilter
        label={t('planning.day')}
        value={address.day ?? board?.week ?? ''}
        onChange={(day) => change({ day: day || undefined })}
      />
      <SearchBox
        label={t('planning.searchDriver')}
        value={address.search ?? ''}
        onSearch={(search) => change({ search: search || undefined })}
      />
      <PlanDepotChoice {...bound} />
      <LevelChoice {...bound} />
      {onCopy !== null && <Button onClick={onCopy}>{t('planning.copy')}</Button>}
      {onAdd !== null && (
        <Button kind="primary" onClick={onAdd}>
          {t('planning.shifts.new')}
        </Button>
      )}
    </div>
  );
}

/** The week of the drivers with its shifts and absences; the panel beside it edits one. */
export function PlanningBoard() {
  const { t } = useTranslation();
  const { current } = useSession();
  const client = useQueryClient();
  const { address, board, change, page, pageSize, setAddress } = useBoard();
  const isNarrow = useMediaQuery(NARROW);
  const [preset, setPreset] = useState<ShiftPreset>(NOTHING);
  const [isCopying, setIsCopying] = useState(false);
  const shifts = useShifts(preset);
  const open = (opened: string | undefined) => setAddress({ open: opened });
  const removal = useRemoval(shifts, () => open(undefined));
  const mayWrite = may(current, PLANNING_WRITE);
  const id = Number(address.open);
  const opened = address.open === 'new' ? 'new' : Number.isInteger(id) && id > 0 ? id : null;
  const add = (values: ShiftPreset) => {
    setPreset(values);
    open('new');
  };
  const { data } = board;
  const View = isNarrow ? BoardDays : BoardTable;
  return (
    <div className={stack({ columns: 'one', gap: 4, padding: 4 })}>
      <Toolbar
        board={data}
        address={address}
        change={change}
        onCopy={mayWrite ? () => setIsCopying(true) : null}
        onAdd={mayWrite ? () => add(NOTHING) : null}
      />
      <SettingsState read={board} />
      {data !== undefined && data.count === 0 && (
        <div>
          <strong>{t('planning.empty')}</strong>
          <p>{t('planning.emptyText')}</p>
        </div>
      )}
      {data !== undefined && data.count > 0 && (
        <>
          <p className={look({ tone: 'quiet', margin: 0 })}>
            {t('planning.inZone', { zone: data.time_zone })}
          </p>
          <View
            board={data}
            zone={data.time_zone}
            onOpen={(shift) => open(String(shift))}
            onAbsence={(absence) =>
              setAddress({ list: 'absences', open: String(absence), day: undefined })
            }
            onAdd={mayWrite ? (driver, day) => add({ driver, day }) : null}
          />
          <Pager
            page={page}
            pageSize={pageSize}
            count={data.count}
            isLimit={false}
            onPage={(to) => setAddress({ page: to === 1 ? undefined : String(to) })}
            onPageSize={(to) => change({ pageSize: String(to) })}
          />
        </>
      )}
      <ResourcePanel
        resource={shifts}
        opened={opened}
        isArchived={false}
        onRemoval={removal.ask}
        onClose={() => open(undefined)}
      />
      {removal.dialog}
      {isCopying && data !== undefined && (
        <CopyDialog
          week={data.week}
          zone={data.time_zone}
          depot={address.depot === undefined ? null : Number(address.depot)}
          onDone={() => void client.invalidateQueries({ queryKey: [SHIFTS_KEY] })}
          onClose={() => setIsCopying(false)}
        />
      )}
    </div>
  );
}
