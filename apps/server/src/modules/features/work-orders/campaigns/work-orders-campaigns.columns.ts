import type { ColumnOf } from '../../../../platform/tables/index.ts';
import type { TextKey } from '../../../../platform/texts.ts';
import type { CampaignRow } from './work-orders-campaigns.repository.ts';
import type { CampaignVehicleRow } from './work-orders-campaigns-vehicles.repository.ts';

/** A campaign and one of its vehicles; null for a campaign without vehicles. */
export interface CampaignLine {
  readonly campaign: CampaignRow;
  readonly vehicle: CampaignVehicleRow | null;
}

const dayMs = (day: string | null) => (day === null ? null : Date.parse(day));

/** The columns of the vehicles of campaigns as a file. */
export const campaignColumns = (
  word: (key: TextKey) => string,
): readonly ColumnOf<CampaignLine>[] => [
  { name: 'report.column.campaign', type: 'text', value: ({ campaign }) => campaign.number },
  { name: 'report.column.campaignTitle', type: 'text', value: ({ campaign }) => campaign.title },
  { name: 'report.column.maker', type: 'text', value: ({ campaign }) => campaign.maker },
  {
    name: 'report.column.safety',
    type: 'text',
    value: ({ campaign }) => (campaign.is_safety ? word('recalls.safety') : ''),
  },
  {
    name: 'report.column.campaignDue',
    type: 'date',
    value: ({ campaign }) => dayMs(campaign.due_on),
  },
  {
    name: 'report.column.vehicle',
    type: 'text',
    value: ({ vehicle }) => vehicle?.registration ?? '',
  },
  { name: 'report.column.vin', type: 'text', value: ({ vehicle }) => vehicle?.vin ?? '' },
  {
    name: 'report.column.status',
    type: 'text',
    value: ({ vehicle }) => (vehicle === null ? '' : word(`recalls.state.${vehicle.state}`)),
  },
  {
    name: 'report.column.campaignOrder',
    type: 'text',
    value: ({ vehicle }) => vehicle?.reference_number ?? '',
  },
  {
    name: 'report.column.campaignDone',
    type: 'date',
    value: ({ vehicle }) => dayMs(vehicle?.done_on ?? null),
  },
  { name: 'report.column.reason', type: 'text', value: ({ vehicle }) => vehicle?.reason ?? '' },
];
