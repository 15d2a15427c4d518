import type { AnswerOf, contract } from '@roadworthy/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import { useSession } from '../../session/context.ts';
import { Badge } from '../../ui/badge/badge.tsx';
import { formatDay } from '../../ui/date-range/calendar.ts';
import { useDisplay } from '../../ui/display.ts';
import { missing } from '../../ui/field/required.ts';
import { look } from '../../ui/look/look.ts';
import { DayField, TextField } from '../../ui/resource/bound-fields.tsx';
import type { FormProps, Resource } from '../../ui/resource/resource.ts';
import { mayRecord } from './may-record.ts';

type Inspector = AnswerOf<typeof contract.inspectors.read>;

interface Draft {
  readonly name: string;
  readonly qualification: string;
  readonly valid_until: string;
}

function Fields(form: FormProps<Draft, Inspector>) {
  const { t } = useTranslation();
  return (
    <>
      <TextField form={form} name="name" label={t('inspectors.name')} isRequired maxLength={90} />
      <TextField
        form={form}
        name="qualification"
        label={t('inspectors.qualification')}
        hint={t('inspectors.qualificationHint')}
        isRequired
      />
      <DayField
        form={form}
        name="valid_until"
        label={t('inspectors.validUntil')}
        hint={t('inspectors.validUntilHint')}
      />
    </>
  );
}

/** The register of inspectors. */
export function useInspectors(): Resource<Inspector, Draft> {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  const { current } = useSession();
  const mayWrite = mayRecord(current);
  return useMemo(
    () => ({
      kind: 'inspector',
      texts: 'inspectors',
      list: (query, signal) => api.inspectors.list({ query: query as object, signal }),
      read: (id, signal) => api.inspectors.read({ params: { id }, signal }),
      nameOf: ({ name }) => name,
      columns: [
        { key: 'name', label: t('inspectors.name'), isOrdered: true, cell: ({ name }) => name },
        {
          key: 'qualification',
          label: t('inspectors.qualification'),
          cell: ({ qualification }) => qualification,
        },
        {
          key: 'valid_until',
          label: t('inspectors.validUntil'),
          isOrdered: true,
          cell: ({ is_expired, valid_until: day }) => (
            <span className={look({ flow: 'inlineRow', gap: 2, wrap: true })}>
              {day === null ? t('inspectors.noEnd') : formatDay(day, dates.dateFormat)}
              {is_expired && <Badge tone="bad">{t('inspectors.expired')}</Badge>}
            </span>
          ),
        },
      ],
      mayAdd: mayWrite,
      form: {
        draftOf: (one) => ({
          name: one?.name ?? '',
          qualification: one?.qualification ?? '',
          valid_until: one?.valid_until ?? '',
        }),
        Fields,
        check: (draft, translate) => missing(draft, ['name', 'qualification'], translate),
        mayChange: () => mayWrite,
        save: ({ name, qualification, valid_until: day }, one) => {
          const body = { name, qualification, valid_until: day === '' ? null : day };
          return one === null
            ? api.inspectors.create({ body })
            : api.inspectors.change({
                params: { id: one.id },
                body: { ...body, version: one.version },
              });
        },
      },
      ...(mayWrite
        ? {
            archive: {
              change: (ids: readonly number[], archived: boolean) =>
                api.inspectors.archive({ body: { ids: [...ids], archived } }),
            },
          }
        : {}),
    }),
    [t, dates, mayWrite],
  );
}
