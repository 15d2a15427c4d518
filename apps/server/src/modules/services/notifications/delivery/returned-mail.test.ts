import { describe, expect, it } from 'vitest';
import { returnedMail } from './returned-mail.ts';

/** A report in the format of mail servers (RFC 3464), with CRLF line ends. */
const report = (action: string, extra = '') =>
  [
    'From: MAILER-DAEMON@mx.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    'Final-Recipient: rfc822; gone@fleet.example',
    `Action: ${action}`,
    'Status: 5.1.1',
    ...(extra === '' ? [] : [extra]),
    '',
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'Subject: Defect report',
    'X-Roadworthy-Delivery: 12.abcDEF-_',
    '--b--',
  ].join('\r\n');

describe('a returned mail', () => {
  it('[L-12] has the token of its delivery, and the response of the recipient’s server', () => {
    const diagnostic = 'Diagnostic-Code: smtp; 550 5.1.1 No such\r\n user here';
    expect(returnedMail(report('failed', diagnostic))).toEqual({
      token: '12.abcDEF-_',
      failure: '550 5.1.1 No such user here',
    });
    expect(returnedMail(report('Failed'))?.failure).toBe('5.1.1');
  });

  it('[L-12] is ignored if it is only delayed, or was sent by another system', () => {
    expect(returnedMail(report('delayed'))).toBeNull();
    expect(returnedMail(report('failed').replace('X-Roadworthy-Delivery', 'X-Other'))).toBeNull();
    expect(returnedMail('')).toBeNull();
  });

  it('[L-12] is read quickly even if its lines are long and unusual', () => {
    const odd = `X-Roadworthy-Delivery: 1.a\r\n${'Action:'.repeat(20_000)}${' \r\n'.repeat(20_000)}`;
    expect(returnedMail(odd)).toBeNull();
  });
});
