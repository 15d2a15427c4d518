import { formatDateTime, formatPercent } from '@roadworthy/domain';
import type { PdfContent } from '../../../../platform/documents/index.ts';
import { type Display, wordsOf } from '../../../../platform/tables/index.ts';
import { broken, factsTable, heading, listTable, reportPdf } from '../../records/index.ts';
import type { SurveyRow } from './vehicle-check-surveys.repository.ts';

/** An audit survey: place, auditor, time, score, and every question with its answer. */
export function surveyPdf(survey: SurveyRow, logo: string | null, display: Display): PdfContent {
  const { customer, depot, registration, reference_number: reference, note } = survey;
  const parts = [
    factsTable(display, [
      ['records.fact.customer', customer],
      ['records.fact.depot', depot],
      ['records.fact.registration', registration],
      ['records.fact.reference', reference],
      ['report.column.auditor', survey.auditor],
      ['report.column.date', formatDateTime(survey.surveyed_at.getTime(), display.dates)],
      [
        'report.column.score',
        survey.score === null ? null : formatPercent(survey.score, display.locale),
      ],
      ['records.fact.zone', display.dates.timeZone],
    ]),
    heading(wordsOf(display, 'vehicleCheck.survey.questions')),
    listTable(
      display,
      [
        ['vehicleCheck.survey.question', '*'],
        ['vehicleCheck.survey.answer', '*'],
        ['records.result', 'auto'],
        ['records.note', '*'],
      ],
      survey.items.map(({ question, answer, ok, comment }) => [
        question,
        answer,
        wordsOf(display, ok ? 'vehicleCheck.survey.ok' : 'vehicleCheck.survey.notOk'),
        comment,
      ]),
    ),
    ...(note === '' ? [] : [heading(wordsOf(display, 'records.note')), broken(note)]),
  ];
  const title = wordsOf(display, 'vehicleCheck.survey.title');
  return reportPdf(display, { title, of: `${depot}, ${reference}`, customer, parts }, logo);
}
