import { SCRAP_REASONS, type ScrapReason } from '@roadworthy/domain';
import { type UsedTyre, useOfTyre } from './tyre-use.ts';

/** The figures of one make and model in a period. Lists of ids are the tyres behind a number. */
export interface TyreCostRow {
  readonly make: string;
  readonly model: string;
  readonly fittedNow: readonly number[];
  readonly bought: readonly number[];
  /** Tyres whose purchase day nobody entered; they are not among the bought ones. */
  readonly withoutPurchaseDay: readonly number[];
  readonly scrapped: readonly number[];
  readonly causes: Readonly<Record<ScrapReason, number>>;
  readonly retreads: number;
  readonly retreaded: readonly number[];
  /** Tyres with a known distance, and their mean, metres; null without one. */
  readonly ran: readonly number[];
  readonly meanRunM: number | null;
  readonly withoutDistance: readonly number[];
  /** Tyres with a measured wear, and metres for each mm of it; null without wear. */
  readonly measured: readonly number[];
  readonly mPerMm: number | null;
  /** Whether a tread of these was interpolated. */
  readonly isInterpolated: boolean;
  /** Tyres with a known cost, and their mean; null without one. */
  readonly costed: readonly number[];
  readonly meanCost: number | null;
  readonly withoutCost: readonly number[];
  /** What wear cost for each metre; null without wear, cost and distance of the same tyre. */
  readonly costPerM: number | null;
  readonly worn: readonly number[];
  /** All tyres of the row. */
  readonly tyres: readonly number[];
}

const sumOf = <T>(items: readonly T[], of: (item: T) => number) =>
  items.reduce((sum, item) => sum + of(item), 0);
const idsOf = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

/** The figures of tyres taken together: of one make and model, or of all. */
export function tyreCostRow(
  name: { readonly make: string; readonly model: string },
  tyres: readonly UsedTyre[],
): TyreCostRow {
  const all = tyres.map(useOfTyre);
  const ran = all.filter(({ runM }) => runM !== null);
  const measured = all.filter(({ wornRunM }) => wornRunM > 0);
  const wornMm = sumOf(measured, (one) => one.wornMm);
  const costed = all.filter(({ totalCost }) => totalCost !== null);
  const worn = all.filter(({ wornCost, costedRunM }) => wornCost !== null && costedRunM > 0);
  const wornCost = sumOf(worn, (one) => one.wornCost ?? 0);
  const scrapped = tyres.filter((one) => one.scrapped !== null);
  return {
    ...name,
    fittedNow: idsOf(tyres.filter(({ isFittedNow }) => isFittedNow)),
    bought: idsOf(tyres.filter(({ isBought }) => isBought === true)),
    withoutPurchaseDay: idsOf(tyres.filter(({ isBought }) => isBought === null)),
    scrapped: idsOf(scrapped),
    causes: Object.fromEntries(
      SCRAP_REASONS.map((reason) => [
        reason,
        scrapped.filter((one) => one.scrapped === reason).length,
      ]),
    ) as Record<ScrapReason, number>,
    retreads: sumOf(tyres, (one) => one.retreads),
    retreaded: idsOf(tyres.filter(({ retreads }) => retreads > 0)),
    ran: idsOf(ran),
    meanRunM: ran.length === 0 ? null : sumOf(ran, (one) => one.runM ?? 0) / ran.length,
    withoutDistance: idsOf(all.filter(({ lacksDistance }) => lacksDistance)),
    measured: idsOf(measured),
    mPerMm: wornMm <= 0 ? null : sumOf(measured, (one) => one.wornRunM) / wornMm,
    isInterpolated: measured.some((one) => one.isInterpolated),
    costed: idsOf(costed),
    meanCost:
      costed.length === 0 ? null : sumOf(costed, (one) => one.totalCost ?? 0) / costed.length,
    withoutCost: idsOf(all.filter(({ totalCost }) => totalCost === null)),
    costPerM:
      worn.length === 0 || wornCost <= 0 ? null : wornCost / sumOf(worn, (one) => one.costedRunM),
    worn: idsOf(worn),
    tyres: idsOf(all),
  };
}

/** The figures of each make and model, by name. Names that differ in case or spaces only are one. */
export function tyreCostRows(tyres: readonly UsedTyre[]): TyreCostRow[] {
  const groups = new Map<string, UsedTyre[]>();
  for (const tyre of tyres) {
    const key = JSON.stringify([tyre.make, tyre.model].map((name) => name.trim().toLowerCase()));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [tyre]);
    else group.push(tyre);
  }
  return [...groups.values()]
    .map((group) =>
      tyreCostRow(
        { make: group[0]?.make.trim() ?? '', model: group[0]?.model.trim() ?? '' },
        group,
      ),
    )
    .sort((a, b) => `${a.make} ${a.model}`.localeCompare(`${b.make} ${b.model}`, 'en'));
}
