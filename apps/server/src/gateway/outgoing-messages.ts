import { type OutgoingSource, storedAnswer } from './outgoing-source.ts';

/*
 * Messages to vehicles (requirements M-05, M-P04). A message without a reply is sent again when the
 * device reconnects, MAX_ATTEMPTS times in all: many devices accept a text without replying.
 */

const MAX_ATTEMPTS = 3;
const PREFIX = 'message ';

const OPEN = `state in ('queued', 'sent') and attempts < ${MAX_ATTEMPTS}
  and created_at > now() - interval '7 days'`;

/** Messages that wait for devices. */
export const outgoingMessages: OutgoingSource = {
  waiting: async (pool) => {
    const { rows } = await pool.query<{ tracker_id: number }>(
      `select distinct tracker_id from vehicle_messages where tracker_id is not null and ${OPEN}`,
    );
    return rows.map(({ tracker_id: trackerId }) => trackerId);
  },
  take: async (pool, trackerId, { tried }) => {
    const ids = tried.flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
    const { rows } = await pool.query<{ id: string; text: string }>(
      `update vehicle_messages
       set state = 'sent', attempts = attempts + 1, sent_at = now()
       where id = (
         select id from vehicle_messages
         where tracker_id = $1 and ${OPEN} and id <> all($2::bigint[])
         order by id limit 1 for update skip locked)
       returning id, message as text`,
      [trackerId, ids],
    );
    const [row] = rows;
    if (row === undefined) return null;
    const { id, text } = row;
    return {
      key: `${PREFIX}${id}`,
      expectsAnswer: true,
      isAnsweredByRecords: false,
      send: (link) => link.sendText(text),
      answered: async (db, answer) => {
        await db.query(
          `update vehicle_messages set state = $2, failure = $3, answer = $4, delivered_at = now()
           where id = $1`,
          [
            id,
            answer.accepted ? 'delivered' : 'failed',
            answer.accepted ? null : 'refused',
            storedAnswer(answer.text),
          ],
        );
      },
      // It is sent again on the next connection.
      unanswered: async () => undefined,
      notSent: async () => undefined,
    };
  },
};
