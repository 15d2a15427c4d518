import { formatDateTime } from '@roadworthy/domain';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client.ts';
import type { LanguageReference } from '../../session/languages.ts';
import { useDisplay } from '../../ui/display.ts';
import { cx, look, stack } from '../../ui/look/look.ts';
import type { Resource } from '../../ui/resource/resource.ts';
import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { Select } from '../../ui/select/select.tsx';
import { TextFields } from './custom-texts-fields.tsx';
import { sayAnew, type Text, type TextDraft } from './custom-texts-text.ts';
import styles from './texts.module.css';

type Texts = Resource<Text, TextDraft>;

const PLACES = ['interface', 'documents'] as const;

const Filters: NonNullable<Texts['filters']>['Controls'] = ({ values, change }) => {
  const { t } = useTranslation();
  return (
    <>
      <Select
        aria-label={t('texts.place')}
        value={values.place ?? ''}
        onChange={({ currentTarget }) => change({ place: currentTarget.value || undefined })}
      >
        <option value="">{t('texts.allPlaces')}</option>
        {PLACES.map((place) => (
          <option key={place} value={place}>
            {t(`texts.place.${place}`)}
          </option>
        ))}
      </Select>
      <Select
        aria-label={t('texts.own')}
        value={values.own ?? ''}
        onChange={({ currentTarget }) => change({ own: currentTarget.value || undefined })}
      >
        <option value="">{t('texts.allTexts')}</option>
        <option value="true">{t('texts.onlyOwn')}</option>
      </Select>
    </>
  );
};

/** The text in a language; a pen icon and a label mark a custom text. */
function Words({
  text,
  reference,
}: {
  readonly text: Text;
  readonly reference: LanguageReference;
}) {
  const { t } = useTranslation();
  const own = text[`own_${reference}`];
  return (
    <span className={stack({ items: 'start' })}>
      <span
        className={cx(look({ overflow: 'hidden', breaks: true }), styles.textShown)}
        lang={reference}
      >
        {own ?? text[reference]}
      </span>
      {own !== null && (
        <span
          className={cx(
            look({
              flow: 'inlineRow',
              align: 'center',
              gap: 1,
              marginTop: 1,
              tone: 'accent',
              size: 'small',
              weight: 'strong',
            }),
            styles.textMark,
          )}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="m4 20 4-1L20 7l-3-3L5 16z" />
          </svg>
          {t('texts.own')}
        </span>
      )}
    </span>
  );
}

async function save(draft: TextDraft, one: Text | null): Promise<void> {
  if (one === null) return;
  const words = (text: string) => (text.trim() === '' ? null : text);
  await sayAnew(
    await api.customTexts.change({
      params: { id: one.id },
      body: { own_en: words(draft.own_en), own_pt: words(draft.own_pt) },
    }),
  );
}

function useTexts(): Texts {
  const { t } = useTranslation();
  const { dates } = useDisplay();
  return useMemo(
    () => ({
      kind: 'text',
      texts: 'texts',
      mayAdd: false,
      list: (query, signal) => api.customTexts.list({ query: { ...query } as object, signal }),
      read: (id, signal) => api.customTexts.read({ params: { id }, signal }),
      nameOf: ({ key }) => key,
      columns: [
        { key: 'key', label: t('texts.key'), isOrdered: true, cell: ({ key }) => key },
        {
          key: 'en',
          label: t('texts.en'),
          isOrdered: true,
          cell: (text) => <Words text={text} reference="en" />,
        },
        {
          key: 'pt',
          label: t('texts.pt'),
          isOrdered: true,
          cell: (text) => <Words text={text} reference="pt" />,
        },
        {
          key: 'place',
          label: t('texts.place'),
          cell: ({ place }) => (
            <span className={look({ nowrap: true })}>{t(`texts.place.${place}`)}</span>
          ),
        },
        {
          key: 'changed_at',
          label: t('texts.changed'),
          isOrdered: true,
          cell: ({ changed_at: at, changed_by: name }) =>
            at === null
              ? '–'
              : t('texts.changedBy', { name, when: formatDateTime(Date.parse(at), dates) }),
        },
      ],
      form: {
        draftOf: (one) => ({ own_en: one?.own_en ?? '', own_pt: one?.own_pt ?? '' }),
        Fields: TextFields,
        save,
      },
      filters: { names: ['place', 'own'], Controls: Filters },
    }),
    [t, dates],
  );
}

/** Texts of the product and their custom texts for a customer. */
export function TextsScreen() {
  return <ResourceScreen resource={useTexts()} />;
}
