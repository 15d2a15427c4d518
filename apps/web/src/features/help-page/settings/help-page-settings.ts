import type { AnswerOf, contract } from '@roadworthy/contract';
import { entriesOf } from '../../../ui/field/entries.ts';

export type HelpSettings = AnswerOf<typeof contract.helpPage.settings>;

/** A question with a stable key, so that its fields keep their state when others are removed. */
export interface FaqDraft {
  readonly key: number;
  readonly question: string;
  readonly answer: string;
}

/** Form values: addresses as one text, questions with their keys. */
export interface SettingsDraft
  extends Omit<HelpSettings, 'accident_emails' | 'faq_list' | 'break_down_phone'> {
  readonly breakdownPhone: string;
  readonly emails: string;
  readonly faqList: readonly FaqDraft[];
}

/** Converts settings to form values. */
export function draftOf(settings: HelpSettings): SettingsDraft {
  const { accident_emails: emails, faq_list: list, break_down_phone: phone, ...rest } = settings;
  return {
    ...rest,
    breakdownPhone: phone ?? '',
    emails: emails.join(', '),
    faqList: list.map((faq, n) => ({ ...faq, key: n })),
  };
}

/** Converts form values to settings; questions without text are omitted. */
export function settingsOf({
  breakdownPhone,
  emails,
  faqList,
  ...rest
}: SettingsDraft): HelpSettings {
  const phone = breakdownPhone.trim();
  return {
    ...rest,
    break_down_phone: phone === '' ? null : phone,
    accident_emails: entriesOf(emails),
    faq_list: faqList
      .filter(({ question, answer }) => question.trim() !== '' || answer.trim() !== '')
      .map(({ question, answer }) => ({ question: question.trim(), answer: answer.trim() })),
  };
}
