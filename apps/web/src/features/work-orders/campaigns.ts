import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import type { TFunction } from 'i18next';
import { api } from '../../api/client.ts';
import type { Faults } from '../../ui/field/form-dialog.tsx';
import { missing } from '../../ui/field/required.ts';
import { toast } from '../../ui/toast.ts';

type Calls = typeof contract.workOrderCampaigns;
export type Campaign = AnswerOf<Calls['read']>;
export type CampaignRow = AnswerOf<Calls['list']>['results'][number];
export type CampaignVehicle = Campaign['list'][number];

export interface CampaignDraft {
  readonly number: string;
  readonly title: string;
  readonly maker: string;
  readonly description: string;
  readonly is_safety: boolean;
  readonly due_on: string;
  readonly plates: string;
  readonly model: string;
}

/** The values of a campaign, or of a new one. */
export const campaignDraft = (one: Campaign | null): CampaignDraft => ({
  number: one?.number ?? '',
  title: one?.title ?? '',
  maker: one?.maker ?? '',
  description: one?.description ?? '',
  is_safety: one?.is_safety ?? true,
  due_on: one?.due_on ?? '',
  plates: '',
  model: '',
});

/** Fields without a value. */
export const checkCampaign = (draft: CampaignDraft, t: TFunction): Faults =>
  missing(draft, ['number', 'title'], t);

/** Creates or changes a campaign, and names what no vehicle has. */
export async function saveCampaign(
  draft: CampaignDraft,
  one: Campaign | null,
  t: TFunction,
): Promise<unknown> {
  const body: BodyOf<Calls['create']> = {
    ...draft,
    due_on: draft.due_on === '' ? null : draft.due_on,
  };
  const saved =
    one === null
      ? await api.workOrderCampaigns.create({ body })
      : await api.workOrderCampaigns.change({
          params: { id: one.id },
          body: { ...body, version: one.version },
        });
  if (saved.unknown.length > 0) {
    toast.error(t('recalls.unknown', { plates: saved.unknown.slice(0, 20).join(', ') }));
  }
  return saved;
}
