import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import en from '../../../public/locales/en.json';
import { startTestTexts } from '../../test-texts.ts';
import { intervalText } from './interval-text.ts';
import { StatusBadge } from './status-badge.tsx';

beforeAll(startTestTexts);
afterEach(cleanup);

const shown = (reference: string, status: string) => {
  const { container } = render(
    <StatusBadge activity={{ activity_type_reference: reference, status }} />,
  );
  return container.textContent;
};

describe('texts of the vehicle file', () => {
  it.each([
    ['[G-12]', 'title', 'Vehicle File Activity'],
    ['[G-13]', 'titleDocuments', 'Vehicle File Activity (Document dates)'],
    ['[G-15]', 'add', 'Add new document'],
    ['[G-15]', 'newTitle', 'Add New Vehicle Document'],
    ['[G-29]', 'empty', 'No Vehicle FIle Activity'],
    ['[G-29]', 'emptyText', 'Please change the search query'],
    ['[G-34]', 'filter', 'Filter Vehicle File'],
    ['[G-43]', 'none', '-- None --'],
    ['[G-45]', 'showAuditTrail', 'Show all audit trail'],
    ['[G-46]', 'showDocumentDates', 'Show document/activity log date'],
    ['[G-47]', 'showPending', 'Show pending investigations only'],
    ['[T-23]', 'pdfFailed', 'Something when wrong with the PDF download'],
    ['[T-24]', 'tokenFailed', 'Something when wrong with the translating token'],
    [
      '[H-20]',
      'dateQuestion',
      'Are you sure you want to create this vehicle file item with a date of: {date}?',
    ],
    ['[H-44]', 'imageRequired', 'An image is required to submit this document.'],
    [
      '[H-49]',
      'oldDate',
      'The manual upload date is more than 6 months in the past. Are you sure the date is correct?',
    ],
    ['[H-50]', 'required', 'This field is required'],
    ['[H-51]', 'maxLength', 'Maximum length is {length}'],
    ['[H-52]', 'minLength', 'Minimum length is {length}'],
    ['[H-54]', 'validFormat', 'Please enter a valid format'],
    ['[H-57]', 'tooLarge', 'Image is too large to upload (Upload a doc less than 9mb)'],
    ['[H-P01]', 'send', 'Send'],
    ['[H-P01]', 'cancel', 'Cancel'],
    ['[H-P01]', 'yes', 'Yes'],
    ['[H-P01]', 'no', 'No'],
    ['[T-17]', 'documentCreated', 'Document created in vehicle file'],
    ['[T-18]', 'inspectionCreated', 'Safety Inspection created in vehicle file'],
    ['[T-20]', 'noSchedules', 'No Schedules Created'],
    [
      '[T-21]',
      'noSchedulesText',
      'The item was saved to Vehicle File, but there were no schedules created as this vehicle has more recent scheduled activities already set.',
    ],
    ['[I-01]', 'details', 'Vehicle File Details'],
  ])('%s %s is exactly as specified', (_id, key, text) =>
    expect(en[`vehicleFile.${key}` as keyof typeof en]).toBe(text),
  );

  it.each([
    ['[G-75]', 'SAFETY_INSPECTION', '1', 'Cancelled'],
    ['[G-76]', 'SAFETY_INSPECTION', '3', 'Incomplete'],
    ['[G-77]', 'SAFETY_INSPECTION', '7', 'Complete'],
    ['[G-78]', 'SAFETY_INSPECTION', '11', 'Complete - Internal QC Review'],
    ['[G-79]', 'SAFETY_INSPECTION', '12', 'Complete - QC Done'],
    ['[G-80]', 'SAFETY_INSPECTION', '4', 'No status'],
    ['[G-82]', 'DEFECT', '1521134249_IS_VOR', 'RepairedVOR'],
    ['[G-83]', 'DEFECT', '357913941', 'Partial Non Verified'],
    ['[G-84]', 'DEFECT', '715827882', 'Verified Signed Off'],
    ['[G-85]', 'DEFECT', '715827888', 'Vehicle changed by manager'],
    ['[G-86]', 'DEFECT', '1431655764', 'Repairer Name'],
    ['[G-87]', 'DEFECT', '1610612734', 'Signed Off Roadworthy'],
    ['[G-88]', 'DEFECT', '1521134249', 'Repaired'],
    ['[G-89]', 'DEFECT', '1789569705', 'Complete'],
    ['[G-90]', 'MOT', 'Advisory', 'Advisory'],
    ['[G-90]', 'MOT', '', 'No status'],
    ['[G-P03]', 'DEFECT', '357913941_IS_VOR', 'Partial Non VerifiedVOR'],
    ['[G-P05]', 'DEFECT', '42', '42'],
    ['[G-P05]', 'DEFECT', '', 'No status'],
  ])('%s a status of %s, %s, shows as %s', (_id, reference, status, text) =>
    expect(shown(reference, status)).toBe(text),
  );

  it('a status shows as a word, not only by its colour', () => {
    shown('MOT', 'Fail');
    expect(screen.getByText('Fail').className).toContain('bad');
  });

  it('[H-33] [H-P07] formats an interval in words, token by token', () =>
    expect(intervalText('1y 6m,2w 3d 4h 5x', 'en-GB')).toBe(
      '1 year 6 months 2 weeks 3 days 4 hours 5 minutes',
    ));

  it.each([
    ['[H-34]', '2y', '2 years'],
    ['[H-35]', '2m', '2 months'],
    ['[H-36]', '2w', '2 weeks'],
    ['[H-37]', '2d', '2 days'],
    ['[H-38]', '2h', '2 hours'],
    ['[H-39]', '2x', '2 minutes'],
  ])('%s an interval of %s is %s', (_, interval, words) =>
    expect(intervalText(interval, 'en-GB')).toBe(words),
  );
});
