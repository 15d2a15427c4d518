import { REMOVED_TO, type ScrapReason } from '@roadworthy/domain';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../ui/field/form-dialog.tsx';
import { requiredFault } from '../../ui/field/required.ts';
import { stack } from '../../ui/look/look.ts';
import { ChoiceField, TextField } from '../../ui/resource/bound-fields.tsx';
import { tyrePosition } from '../../ui/tyre-position.ts';
import { useDepotOptions } from './tyre-fields.tsx';
import { ScrapReasonField, today, useDialogForm } from './tyre-steps.tsx';
import { tyreName, useTyreTexts } from './tyre-words.tsx';
import {
  numberOf,
  TYRES_KEY,
  type TyreMove,
  type TyreRow,
  type VehicleTyres,
  type WheelPosition,
} from './tyres.ts';
import { useVisit, VisitFields } from './visit-fields.tsx';

interface DialogProps {
  readonly of: VehicleTyres;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** A move without what only some moves have. */
const moveOf = (move: Pick<TyreMove, 'tyre' | 'position'> & Partial<TyreMove>): TyreMove => ({
  to: 'in_stock',
  depot: null,
  retreader: '',
  reason: null,
  tread_mm: null,
  note: '',
  ...move,
});

/** The error of the moves, which have no field of their own. */
function MovesFault({ texts }: { readonly texts: readonly string[] | undefined }) {
  return texts === undefined ? null : (
    <p role="alert" className="field-fault">
      {texts.join(' ')}
    </p>
  );
}

/** Fits a tyre of the stock to an empty position. */
export function FitDialog({ of, position, onDone, onClose }: DialogProps & { position: string }) {
  const { t } = useTranslation();
  const texts = useTyreTexts();
  const visit = useVisit();
  const { form, setFaults } = useDialogForm({
    at: today(),
    odometer_m: '',
    search: '',
    tyre: null as number | null,
    tread_mm: '',
    note: '',
  });
  const { note, search, tread_mm, tyre } = form.draft;
  const { data, isPending } = useQuery({
    queryKey: [TYRES_KEY, 'stock', search],
    queryFn: ({ signal }) =>
      api.tyres.list({ query: { status: 'in_stock', search, pageSize: 100 } as object, signal }),
  });
  const options = (data?.results ?? []).map((one: TyreRow) => ({
    value: one.id,
    label: [
      one.serial,
      tyreName(one),
      one.tread_mm === null ? '' : texts.tread(one.tread_mm),
      one.depot?.name ?? '',
    ]
      .filter(Boolean)
      .join(', '),
  }));
  const save = async () => {
    if (tyre === null) {
      setFaults({ tyre: requiredFault(t) });
      return;
    }
    await api.tyres.move({
      params: { vehicle: of.vehicle.id },
      body: {
        ...visit(form.draft),
        moves: [moveOf({ tyre, position, tread_mm: numberOf(tread_mm), note })],
      },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('tyres.fitTitle', { position: tyrePosition(position, t) })}
      action={t('tyres.fit')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <MovesFault texts={form.faults.moves} />
      <TextField form={form} name="search" label={t('tyres.searchStock')} />
      <ChoiceField
        form={form}
        name="tyre"
        label={t('tyres.tyre')}
        options={options}
        isRequired
        {...(isPending || options.length > 0 ? {} : { hint: t('tyres.noStock') })}
      />
      <VisitFields form={form} />
      <TextField
        form={form}
        name="tread_mm"
        type="number"
        label={t('tyres.treadMm')}
        hint={t('tyres.fitTreadHint')}
      />
      <TextField form={form} name="note" label={t('tyres.note')} maxLength={300} />
    </FormDialog>
  );
}

/** Takes a tyre off, to stock, to the retreader or to scrap. */
export function RemoveDialog({
  of,
  tyre,
  onDone,
  onClose,
}: DialogProps & { readonly tyre: TyreRow }) {
  const { t } = useTranslation();
  const visit = useVisit();
  const depots = useDepotOptions();
  const { form, setFaults } = useDialogForm({
    at: today(),
    odometer_m: '',
    to: 'in_stock' as (typeof REMOVED_TO)[number],
    depot: tyre.depot?.id ?? null,
    retreader: '',
    reason: null as ScrapReason | null,
    tread_mm: '',
    note: '',
  });
  const { depot, note, reason, retreader, to, tread_mm } = form.draft;
  const save = async () => {
    if (to === 'scrapped' && reason === null) {
      setFaults({ reason: requiredFault(t) });
      return;
    }
    const move = { tyre: tyre.id, position: null, to, depot, note, retreader, reason };
    await api.tyres.move({
      params: { vehicle: of.vehicle.id },
      body: {
        ...visit(form.draft),
        moves: [moveOf({ ...move, tread_mm: numberOf(tread_mm) })],
      },
    });
    onDone();
  };
  return (
    <FormDialog
      title={t('tyres.removeTitle', { serial: tyre.serial })}
      action={t('tyres.takeOff')}
      onSave={save}
      onFaults={setFaults}
      onClose={onClose}
    >
      <MovesFault texts={form.faults.moves} />
      <ChoiceField
        form={form}
        name="to"
        label={t('tyres.to')}
        options={REMOVED_TO.map((value) => ({ value, label: t(`tyres.to.${value}`) }))}
        isRequired
      />
      {to === 'in_stock' && (
        <ChoiceField form={form} name="depot" label={t('tyres.field.depot')} options={depots} />
      )}
      {to === 'at_retreader' && (
        <TextField form={form} name="retreader" label={t('tyres.retreader')} maxLength={90} />
      )}
      {to === 'scrapped' && <ScrapReasonField form={form} />}
      <VisitFields form={form} />
      <TextField form={form} name="tread_mm" type="number" label={t('tyres.treadMm')} />
      <TextField form={form} name="note" label={t('tyres.note')} maxLength={300} />
    </FormDialog>
  );
}

const STOCK = 0;

/** What the new places of the tyres mean as moves; a tyre without a place goes to stock. */
export function movesTo(
  positions: readonly WheelPosition[],
  places: Readonly<Record<string, number>>,
): readonly TyreMove[] {
  const wanted = new Map(
    Object.entries(places).flatMap(([position, tyre]) =>
      tyre === STOCK ? [] : [[tyre, position]],
    ),
  );
  return positions.flatMap(({ position, tyre }) => {
    if (tyre === null) return [];
    const to = wanted.get(tyre.id) ?? null;
    return to === position ? [] : [moveOf({ tyre: tyre.id, position: to as string | null })];
  });
}

/** Rotates and swaps tyres of a vehicle: all changes are one visit. */
export function RotateDialog({ of, onDone, onClose }: DialogProps) {
  const { t } = useTranslation();
  const visit = useVisit();
  const { form, setFaults } = useDialogForm<
    { at: string; odometer_m: string } & Record<string, string | number>
  >({
    at: today(),
    odometer_m: '',
    ...Object.fromEntries(of.positions.map(({ position, tyre }) => [position, tyre?.id ?? STOCK])),
  });
  const options = of.positions.flatMap(({ tyre }) =>
    tyre === null ? [] : [{ value: tyre.id, label: `${tyre.serial}, ${tyreName(tyre)}` }],
  );
  const save = async () => {
    const { at: _at, odometer_m: _odometer, ...places } = form.draft;
    const chosen = Object.values(places).filter((tyre) => tyre !== STOCK);
    if (new Set(chosen).size < chosen.length) {
      setFaults({ moves: [t('tyres.chosenTwice')] });
      return;
    }
    const moves = movesTo(of.positions, places as Record<string, number>);
    if (moves.length === 0) {
      setFaults({ moves: [t('tyres.nothingMoved')] });
      return;
    }
    await api.tyres.move({
      params: { vehicle: of.vehicle.id },
      body: { ...visit(form.draft), moves: [...moves] },
    });
    onDone();
  };
  return (
    <FormDialog title={t('tyres.rotate')} onSave={save} onFaults={setFaults} onClose={onClose}>
      <p>{t('tyres.rotateHint')}</p>
      <MovesFault texts={form.faults.moves} />
      <div className={stack({ gap: 2 })}>
        {of.positions.map(({ position }) => (
          <ChoiceField
            key={position}
            form={form}
            name={position}
            label={tyrePosition(position, t)}
            options={[{ value: STOCK, label: t('tyres.wheel.empty') }, ...options]}
          />
        ))}
      </div>
      <VisitFields form={form} />
    </FormDialog>
  );
}
