import { codeOfTypeName } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { missing, requiredFault } from '../../ui/field/required.ts';
import { knownText } from '../../ui/known-text.ts';
import { ListTabs, useListTab } from '../../ui/list-tabs/list-tabs.tsx';
import { cx, look } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import {
  type ActivityTypeDraft,
  activityTypeDraft,
  type CategoryDraft,
  categoryDraft,
  type Entry,
  type RepairerDraft,
  repairerDraft,
  type ScheduleTypeDraft,
  scheduleTypeDraft,
  withOwner,
} from './catalogue-entry.ts';
import styles from './catalogue-lists.module.css';
import { CategoryFields, RepairerFields } from './small-fields.tsx';
import { ActivityTypeFields, ScheduleTypeFields } from './type-fields.tsx';
import { useEntries } from './use-entries.ts';

function useActivityTypes(): Resource<Entry, ActivityTypeDraft> {
  const { t } = useTranslation();
  const { common, around } = useEntries('activity_type');
  return useMemo(
    () => ({
      ...common,
      columns: around([
        {
          key: 'reference',
          label: t('lists.reference'),
          isOrdered: true,
          cell: ({ reference }) => reference,
        },
        {
          key: 'schedule_type_name',
          label: t('lists.scheduleType'),
          cell: ({ schedule_type_name: name }) => (name === null ? '–' : knownText(name, t)),
        },
      ]),
      form: {
        draftOf: activityTypeDraft,
        Fields: ActivityTypeFields,
        check: (draft, words) => ({
          ...missing(draft, ['name'], words),
          ...(draft.statuses.some(({ name }) => name.trim() === '')
            ? { statuses: requiredFault(words) }
            : {}),
        }),
        save: (draft, one) => {
          const reference = draft.reference || codeOfTypeName(draft.name);
          const body = {
            ...draft,
            reference,
            statuses: [...draft.statuses],
            vehicle_types: [...draft.vehicle_types],
          };
          return one === null
            ? api.vehicleFile.createActivityType({ body })
            : api.vehicleFile.changeActivityType({ params: { id: one.id }, body });
        },
      },
    }),
    [t, common, around],
  );
}

function useScheduleTypes(): Resource<Entry, ScheduleTypeDraft> {
  const { t } = useTranslation();
  const { common, around } = useEntries('schedule_type');
  return useMemo(
    () => ({
      ...common,
      columns: around([
        {
          key: 'category',
          label: t('lists.category'),
          isOrdered: true,
          cell: ({ category }) => category && knownText(category, t),
        },
        { key: 'interval', label: t('lists.interval'), cell: ({ interval }) => interval },
        { key: 'window', label: t('lists.window'), cell: ({ window }) => window || '–' },
      ]),
      form: {
        draftOf: scheduleTypeDraft,
        Fields: ScheduleTypeFields,
        check: (draft, words) => missing(draft, ['name', 'category', 'interval'], words),
        save: (draft, one) => {
          const body = { ...draft, vehicle_types: [...draft.vehicle_types] };
          return one === null
            ? api.schedules.createScheduleType({ body })
            : api.schedules.changeScheduleType({ params: { id: one.id }, body });
        },
      },
    }),
    [t, common, around],
  );
}

function useRepairers(): Resource<Entry, RepairerDraft> {
  const { t } = useTranslation();
  const { common, around } = useEntries('repairer');
  return useMemo(
    () => ({
      ...common,
      columns: around([
        { key: 'email', label: t('lists.email'), cell: ({ email }) => email ?? '–' },
        { key: 'phone', label: t('lists.phone'), cell: ({ phone }) => phone ?? '–' },
      ]),
      form: {
        draftOf: repairerDraft,
        Fields: RepairerFields,
        check: (draft, words) => missing(draft, ['name'], words),
        save: (draft, one) =>
          one === null
            ? api.catalogue.createRepairer({ body: withOwner(draft) })
            : api.catalogue.changeRepairer({
                params: { id: one.id },
                body: withOwner(draft),
              }),
      },
    }),
    [t, common, around],
  );
}

function useCategories(): Resource<Entry, CategoryDraft> {
  const { t } = useTranslation();
  const { common, around } = useEntries('geofence_category');
  return useMemo(
    () => ({
      ...common,
      columns: around([
        {
          key: 'colour',
          label: t('lists.colour'),
          cell: ({ colour }) => (
            <>
              <span
                className={cx(
                  look({ flow: 'inlineBlock', marginRight: 2, border: 'strong', radius: 'small' }),
                  styles.colourMark,
                )}
                style={{ backgroundColor: colour ?? undefined }}
                aria-hidden="true"
              />
              {colour}
            </>
          ),
        },
      ]),
      form: {
        draftOf: categoryDraft,
        Fields: CategoryFields,
        check: (draft, words) => missing(draft, ['name'], words),
        save: (draft, one) =>
          one === null
            ? api.catalogue.createCategory({ body: withOwner(draft) })
            : api.catalogue.changeCategory({
                params: { id: one.id },
                body: withOwner(draft),
              }),
      },
    }),
    [t, common, around],
  );
}

const LISTS = ['activity_type', 'schedule_type', 'repairer', 'geofence_category'] as const;

/**
 * The administered lists: activity types, schedule types, repairers and geofence categories
 * (O-P01).
 */
export function CatalogueListsScreen() {
  const { t } = useTranslation();
  const current = useListTab(LISTS);
  const activityTypes = useActivityTypes();
  const scheduleTypes = useScheduleTypes();
  const repairers = useRepairers();
  const categories = useCategories();
  const tabs = (
    <ListTabs
      label={t('lists.lists')}
      current={current}
      tabs={LISTS.map((key) => ({ key, label: t(`lists.${key}.title`) }))}
    />
  );
  switch (current) {
    case 'activity_type':
      return <ResourceScreen key={current} resource={activityTypes} tabs={tabs} />;
    case 'schedule_type':
      return <ResourceScreen key={current} resource={scheduleTypes} tabs={tabs} />;
    case 'repairer':
      return <ResourceScreen key={current} resource={repairers} tabs={tabs} />;
    case 'geofence_category':
      return <ResourceScreen key={current} resource={categories} tabs={tabs} />;
  }
}
