import type { ColumnOf } from '../../../platform/tables/index.ts';
import type { TextKey } from '../../../platform/texts.ts';
import type { OnboardingItem } from './agency-onboarding-json.ts';

/** The columns of the list as a file. */
export const onboardingColumns = (
  word: (key: TextKey) => string,
): readonly ColumnOf<OnboardingItem>[] => [
  { name: 'report.column.surname', type: 'text', value: ({ surname }) => surname },
  { name: 'report.column.firstName', type: 'text', value: ({ first_name: name }) => name },
  { name: 'report.column.email', type: 'text', value: ({ email }) => email },
  { name: 'report.column.agency', type: 'text', value: ({ agency }) => agency.name },
  { name: 'report.column.depot', type: 'text', value: ({ depot }) => depot?.name ?? null },
  {
    name: 'report.column.state',
    type: 'text',
    value: ({ state }) => word(`agencyOnboarding.state.${state}`),
  },
  { name: 'report.column.invited', type: 'time', value: ({ invited_at: at }) => Date.parse(at) },
  {
    name: 'report.column.submitted',
    type: 'time',
    value: ({ submitted_at: at }) => (at === null ? null : Date.parse(at)),
  },
  {
    name: 'report.column.engagedUntil',
    type: 'date',
    value: ({ engaged_until: day }) => (day === null ? null : Date.parse(day)),
  },
];
