import { contract } from '@roadworthy/contract';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  answersTo,
  type InvestigationDesk,
  pending,
  withInvestigationDesk,
} from '../../../../test/investigation-desk.ts';
import { dataUrl } from '../../../../test/investigations.ts';
import { jpeg, PDF } from '../../../../test/vehicle-documents.ts';

let desk: InvestigationDesk;
withInvestigationDesk((opened) => {
  desk = opened;
});

const filesKept = async () =>
  Number(
    (
      await desk.query(
        `select count(*) from files where purpose = 'investigation' and kept_until is null`,
      )
    ).rows[0].count,
  );

describe('answers', () => {
  /** Opens an investigation and saves two answers, one with a photograph. */
  const begun = async () => {
    const found = await desk.opened();
    const [text, , , , file] = found.questions;
    const first = await desk.send(
      found.path,
      'PATCH',
      pending([
        { question_id: text, answer: 'Nothing' },
        { question_id: file, answer: 'tyre.jpeg', attachment: dataUrl(await jpeg(), 'image/jpeg') },
      ]),
    );
    return { ...found, first };
  };
  /** The same investigation, completely answered and desk.signed. */
  const completed = async () => {
    const found = await begun();
    const [saved, photo] = found.first.body.answers;
    // Existing answers are sent with their ids, and saved attachments are not sent again.
    const done = await desk.send(
      found.path,
      'PATCH',
      desk.complete([
        { id: saved.id, answer: 'The brakes' },
        { id: photo.id, answer: 'tyre.jpeg' },
        ...answersTo(found.questions).slice(1),
      ]),
    );
    return { ...found, done };
  };

  it('[R-173] [I-30] [V-28] are saved unsigned as PENDING, with their attachment', async () => {
    const { first, questions } = await begun();
    const [text] = questions;
    expect([first.status, first.body.status, first.body.signoff_signature]).toEqual([
      200,
      'PENDING',
      null,
    ]);
    const [saved, photo] = first.body.answers;
    expect(saved).toMatchObject({
      id: expect.any(Number),
      question: { id: text },
      answer: 'Nothing',
      attachment: null,
    });
    expect(photo).toMatchObject({ attachment_name: 'tyre.jpg', attachment_type: 'image/jpeg' });
    expect((await fetch(desk.api.url + photo.attachment)).headers.get('content-type')).toBe(
      'image/jpeg',
    );
  });

  it('[R-172] [V-27] are read with their questions', async () => {
    const { path, questions } = await begun();
    const { status, body } = await desk.api.ask(path, { as: desk.fleet.file.readonly });
    expect(status).toBe(200);
    const read = contract.investigations.read.answer.parse(body);
    expect(read.template.questions.map(({ id, answer_type: type }) => [id, type])).toEqual([
      [questions[0], 'TEXT'],
      [questions[1], 'CHOICE'],
      [questions[2], 'DATE'],
      [questions[3], 'DROPDOWN_AND_TEXT'],
      [questions[4], 'FILE'],
    ]);
    expect(read.template.questions[1]).toMatchObject({
      question: expect.stringMatching(/\w/),
      answer_choices: expect.arrayContaining(['No']),
    });
  });

  it('[I-48] [I-29] are changed by their ids, and completed by a signature', async () => {
    const { done } = await completed();
    expect([done.status, done.body.status, done.body.completed_by]).toEqual([
      200,
      'COMPLETE',
      'Ada Hill',
    ]);
    expect(done.body.answers).toHaveLength(5);
    expect(done.body.answers[1].attachment).not.toBeNull();
    expect(done.body.answers[0]).toMatchObject({ answer: 'The brakes' });
  });

  it('[I-P06] are signed with an image that is stored as a file', async () => {
    const { done } = await completed();
    const image = await fetch(desk.api.url + done.body.signoff_signature);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect((await sharp(Buffer.from(await image.arrayBuffer())).metadata()).width).toBe(500);
  });

  it('[G-06] leave nothing pending once they are signed off', async () => {
    const { path, activity } = await completed();
    const read = await desk.api.ask(path, { as: desk.fleet.file.readonly });
    expect(read.body).toMatchObject({ status: 'COMPLETE', revision: 3 });
    const { body: row } = await desk.api.ask(`/api/vehicle_activities/${activity}/`, {
      as: desk.keeper,
    });
    expect(row.total_investigations_count).toBe(1);
    const { rows } = await desk.query(
      'select pending_investigations_count from vehicle_activities where id = $1',
      [activity],
    );
    expect(rows[0].pending_investigations_count).toBe(0);
  });

  it('[I-48] replace or remove an attachment, and expire its file', async () => {
    const { path, questions } = await desk.opened();
    const question_id = questions[4];
    const kept = await filesKept();
    const first = await desk.send(
      path,
      'PATCH',
      pending([{ question_id, answer: '', attachment: dataUrl(PDF, 'application/pdf') }]),
    );
    const [{ id, attachment_type }] = first.body.answers;
    expect([attachment_type, await filesKept()]).toEqual(['application/pdf', kept + 1]);
    const attachment = dataUrl(await jpeg(), 'image/jpeg');
    const other = await desk.send(path, 'PATCH', pending([{ id, answer: 'b.jpg', attachment }]));
    expect(other.body.answers).toMatchObject([{ attachment_name: 'b.jpg' }]);
    expect(await filesKept()).toBe(kept + 1);
    const gone = await desk.send(path, 'PATCH', pending([{ id, answer: '', remove: true }]));
    expect(gone.body.answers).toMatchObject([{ attachment: null, answer: '' }]);
    expect(await filesKept()).toBe(kept);
  });

  it('[I-29] [I-43] [I-49] [OP-005] need to be complete and signed for COMPLETE', async () => {
    const { path, questions } = await desk.opened();
    const answers = answersTo(questions);
    const without = await desk.send(path, 'PATCH', desk.complete(answers.slice(0, 2)));
    expect([without.status, without.body.detail]).toEqual([
      400,
      'Please fill in all required fields',
    ]);
    expect(Object.keys(without.body.errors)).toEqual([
      `questions.${questions[2]}`,
      `questions.${questions[3]}`,
    ]);
    const half = { question_id: questions[3], answer: 'Brakes' };
    const halved = await desk.send(path, 'PATCH', desk.complete([...answers.slice(0, 3), half]));
    expect(Object.keys(halved.body.errors)).toEqual([`questions.${questions[3]}`]);
    const unsigned = await desk.send(
      path,
      'PATCH',
      desk.complete(answers, { signoff_signature: '' }),
    );
    expect(unsigned.body.errors).toEqual({ signoff_signature: ['A signature is required.'] });
    const early = await desk.send(
      path,
      'PATCH',
      pending(answers, { signoff_signature: desk.signed }),
    );
    expect([early.status, Object.keys(early.body.errors)]).toEqual([400, ['signoff_signature']]);
    // Nothing was written partially.
    expect((await desk.api.ask(path, { as: desk.keeper })).body).toMatchObject({
      status: 'PENDING',
      answers: [],
      revision: 1,
    });
    expect((await desk.send(path, 'PATCH', pending([half]))).status).toBe(200);
  });

  /** Sends an invalid answer after a valid one, and expects that neither is saved. */
  const refused = async (
    entriesOf: (questions: readonly number[]) => readonly (readonly [object, string])[],
  ) => {
    const { path, questions } = await desk.opened();
    const kept = await filesKept();
    const attachment = dataUrl(await jpeg(), 'image/jpeg');
    const first = { question_id: questions[4], answer: 'a.jpg', attachment };
    for (const [entry, field] of entriesOf(questions)) {
      const { status, body } = await desk.send(path, 'PATCH', pending([first, entry]));
      expect([status, Object.keys(body.errors)], JSON.stringify(entry)).toEqual([400, [field]]);
    }
    const { body } = await desk.api.ask(path, { as: desk.keeper });
    expect([body.answers, body.revision, await filesKept()]).toEqual([[], 1, kept]);
  };

  it('[I-44] [T-P01] of more than 255 or invalid characters are refused on their field', () =>
    refused(([text]) => [
      [{ question_id: text, answer: 'x'.repeat(256) }, 'answers.1.answer'],
      [{ question_id: text, answer: 'x'.repeat(601) }, 'answers.1.answer'],
      [{ question_id: text, answer: 'null \0' }, 'answers.1.answer'],
      [{ question_id: text, answer: 'half \ud800' }, 'answers.1.answer'],
    ]));

  it('[I-45] without a question id, or with an unknown id, are refused', () =>
    refused(([text]) => [
      [{ answer: 'No id' }, 'answers.1'],
      [{ id: 1, question_id: text, answer: 'Both' }, 'answers.1'],
      [{ id: 999_999, answer: 'Unknown' }, 'answers.1.id'],
      [{ question_id: 999_999, answer: 'Unknown' }, 'answers.1.question_id'],
    ]));

  it('[I-46] [I-47] with a day that is not a timestamp at midnight UTC are refused', () =>
    refused(([, , day]) => [
      [{ question_id: day, answer: '2026-11-20' }, 'answers.1.answer'],
      [{ question_id: day, answer: '2026-02-31T00:00:00Z' }, 'answers.1.answer'],
    ]));

  it('[I-42] with an unknown choice or too long a text are refused', () =>
    refused(([, choice, , part]) => [
      [{ question_id: choice, answer: 'Maybe' }, 'answers.1.answer'],
      [{ question_id: part, answer: 'Wings|left' }, 'answers.1.answer'],
      [{ question_id: part, answer: `Brakes|${'x'.repeat(256)}` }, 'answers.1.answer'],
    ]));

  it('[T-P01] with a file to other questions, or twice to one question, are refused', async () => {
    const attachment = dataUrl(await jpeg(), 'image/jpeg');
    await refused(([text, , , , file]) => [
      [{ question_id: text, answer: 'a', attachment }, 'answers.1.attachment'],
      [{ question_id: file, answer: 'Twice' }, 'answers.1'],
    ]);
  });

  it('[T-P01] with a file of another type than declared are refused', async () => {
    const { path, questions } = await desk.opened();
    const file = questions[4];
    const kept = await filesKept();
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const attached: [string, number][] = [
      [dataUrl(svg, 'image/svg+xml'), 400],
      [dataUrl(Buffer.from('MZ program'), 'application/pdf'), 400],
      [dataUrl(Buffer.concat([PDF, Buffer.from('PK\u0005\u0006 a zip')]), 'application/pdf'), 400],
      ['data:image/png;base64,', 400],
      [dataUrl(Buffer.alloc(9_000_000), 'image/png'), 413],
    ];
    for (const [attachment, expected] of attached) {
      const entry = { question_id: file, answer: 'file', attachment };
      const { status, body } = await desk.send(path, 'PATCH', pending([entry]));
      expect([status, Object.keys(body.errors)], attachment.slice(0, 60)).toEqual([
        expected,
        ['answers.0.attachment'],
      ]);
    }
    const { body } = await desk.api.ask(path, { as: desk.keeper });
    expect([body.answers, body.revision, await filesKept()]).toEqual([[], 1, kept]);
  });

  it('[I-P06] [P-134] need a signature that is a PNG and not blank', async () => {
    const { path, questions } = await desk.opened();
    const answers = answersTo(questions);
    const blank = await sharp({
      create: { width: 500, height: 250, channels: 4, background: '#00000000' },
    })
      .png()
      .toBuffer();
    for (const signoff_signature of [
      'https://files.test/signature.png',
      '/api/files/1/',
      'Ada Hill',
      dataUrl(PDF, 'application/pdf'),
      dataUrl(PDF, 'image/png'),
      dataUrl(await jpeg(), 'image/png'),
      dataUrl(Buffer.from('not an image'), 'image/png'),
      dataUrl(blank, 'image/png'),
      dataUrl(Buffer.alloc(1_000_001), 'image/png'),
    ]) {
      const { status, body } = await desk.send(
        path,
        'PATCH',
        desk.complete(answers, { signoff_signature }),
      );
      expect([status, Object.keys(body.errors)], signoff_signature.slice(0, 40)).toEqual([
        400,
        ['signoff_signature'],
      ]);
    }
    expect((await desk.api.ask(path, { as: desk.keeper })).body.status).toBe('PENDING');
  });

  it('[I-31] [I-32] are completed by one of two people; the error names that person', async () => {
    const { path, questions } = await desk.opened();
    const answers = (word: string) => [
      { question_id: questions[0], answer: word },
      ...answersTo(questions).slice(1),
    ];
    const sent = [desk.keeper, desk.fleet.file.second].map((as, n) =>
      desk.send(path, 'PATCH', desk.complete(answers(`person ${n}`)), as),
    );
    const both = await Promise.all(sent);
    const winner = both.findIndex(({ status }) => status === 200);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const loser = both[1 - winner];
    const name = winner === 0 ? 'Ada Hill' : 'Bea Cole';
    expect(loser?.body.code).toBe('investigation.completed_by');
    expect(loser?.body.detail).toContain(name);
    // The signature of the refused request is not in the store.
    let objects = 0;
    for await (const _ of desk.api.services.files.blobs.list()) objects += 1;
    const { rows } = await desk.query('select count(*)::int as rows from files');
    expect(objects).toBe(rows[0].rows);
    const { body } = await desk.api.ask(path, { as: desk.keeper });
    expect([body.completed_by, body.answers[0].answer]).toEqual([name, `person ${winner}`]);
    // A desk.signed investigation is read-only.
    expect((await desk.send(path, 'PATCH', pending([]))).status).toBe(409);
    const assignment = { assignee: null, due_date: null };
    expect((await desk.send(`${path}assignment/`, 'PUT', assignment)).status).toBe(409);
  });

  it('[I-48] do not overwrite the changes of another person', async () => {
    const { path, questions } = await desk.opened();
    const entry = (answer: string) => [{ question_id: questions[0], answer }];
    expect((await desk.send(path, 'PATCH', pending(entry('mine'), { revision: 1 }))).status).toBe(
      200,
    );
    const late = await desk.send(path, 'PATCH', pending(entry('yours'), { revision: 1 }));
    expect([late.status, late.body.detail]).toEqual([
      409,
      'Somebody else has changed this investigation in the meantime. Load the saved version, then save again.',
    ]);
    const blind = await desk.send(path, 'PATCH', pending(entry('yours')));
    expect(blind.body.detail).toBe(
      'Somebody else has answered in the meantime. Please load it again.',
    );
    expect((await desk.api.ask(path, { as: desk.keeper })).body.answers).toMatchObject([
      { answer: 'mine' },
    ]);
  });

  it('[U-P03] have files that only people who can see the vehicle can read', async () => {
    const made = await desk.template();
    const { path, questions } = await desk.opened({}, {}, made);
    const attachment = dataUrl(PDF, 'application/pdf');
    const { body } = await desk.send(
      path,
      'PATCH',
      pending([{ question_id: questions[4], answer: '', attachment }]),
    );
    const address = new URL(body.answers[0].attachment, desk.api.url).pathname;
    for (const [as, status] of [
      [desk.fleet.file.north, 200],
      [desk.fleet.file.readonly, 200],
      [desk.fleet.file.foreign, 404],
      [desk.fleet.people.plain, 404],
    ] as const) {
      expect((await desk.api.ask(address, { as })).status).toBe(status);
    }
  });
});
