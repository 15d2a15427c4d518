import type { AnswerOf, BodyOf, contract } from '@roadworthy/contract';
import { DEFAULT_CURRENCY, toApiDateTime } from '@roadworthy/domain';
import { actorOf } from '../../../../platform/audit/index.ts';
import { randomToken, tokenHash, type Viewer } from '../../../../platform/auth/index.ts';
import type { Transaction } from '../../../../platform/db/index.ts';
import { enqueueMail } from '../../../../platform/deliveries/index.ts';
import { conflict, orNotFound } from '../../../../platform/errors.ts';
import { htmlOfText } from '../../../../platform/mail/index.ts';
import type { Services } from '../../../../platform/services.ts';
import { languageOf, textOf } from '../../../../platform/texts.ts';
import { emailOfUser } from '../../../core/users/index.ts';
import { momentOrNull, type Received } from '../../records/index.ts';
import { orderPhotographs } from '../report/work-orders-report.repository.ts';
import { defectsOfOrder, type FoundOrder, linesOf } from '../work-orders.repository.ts';
import { toLineAmounts } from '../work-orders-json.ts';
import { changeableOrder } from '../work-orders-refusals.ts';
import { orderTrail } from '../work-orders-trail.ts';
import {
  countLinkView,
  insertLink,
  type LinkedOrder,
  linkedOrder,
  revokeLinks,
} from './work-orders-links.repository.ts';
import {
  keepAnswer,
  keepEstimate,
  keepFinish,
  keepUpload,
  mayAnswer,
  mayEstimate,
  mayFinish,
  mayInvoice,
  type UploadFields,
} from './work-orders-links-answers.ts';

type Calls = typeof contract.workOrderLinks;
type RepairerOrder = AnswerOf<Calls['open']>;

/** What a repairer can send. */
type Answer = 'accepted' | 'declined' | 'estimate' | 'done' | 'photographs' | 'invoice';

const DAY_MS = 86_400_000;

/** What a repairer sees: the vehicle, the work, and their own answers. */
async function toRepairerOrder(trx: Transaction, order: LinkedOrder): Promise<RepairerOrder> {
  const defects = await defectsOfOrder(trx, order.id);
  const own = (await linesOf(trx, order.id)).filter((line) => line.is_by_repairer);
  const photographs = (await orderPhotographs(trx, order.id)).filter((one) => one.is_by_repairer);
  return {
    reference_number: order.reference_number,
    customer: order.customer,
    registration: order.registration,
    title: order.title,
    description: order.description,
    findings: defects.flatMap(({ items }) => items.map(({ finding }) => finding)),
    state: order.state,
    due_on: order.due_on,
    currency: order.currency ?? DEFAULT_CURRENCY,
    expires_at: toApiDateTime(order.link_expires_at.getTime()),
    answer:
      order.repairer_answer === null
        ? null
        : {
            answer: order.repairer_answer,
            ready_on: order.repairer_ready_on,
            note: order.repairer_note,
          },
    lines: own.map(toLineAmounts),
    photographs: photographs.length,
    done_at: momentOrNull(order.repairer_done_at),
    may_estimate: mayEstimate(order),
    may_answer: mayAnswer(order),
    may_finish: mayFinish(order),
    may_invoice: mayInvoice(order),
  };
}

/** Links by which repairers answer without an account. Only a hash of their token is stored. */
export class WorkOrderLinks {
  constructor(private readonly services: Pick<Services, 'db' | 'files' | 'config' | 'bus'>) {}

  /**
   * Makes a link and sends it. The token follows the #, which browsers do not send to servers.
   *
   * @throws HttpError 404 if the order is not visible, 403 without permission, 409 for an order of the
   *   own workshop or one that has ended
   */
  async create(
    viewer: Viewer,
    id: number,
    body: BodyOf<typeof contract.workOrders.createLink>,
  ): Promise<AnswerOf<typeof contract.workOrders.createLink>> {
    const token = randomToken();
    const expiresAt = new Date(Date.now() + body.expires_in_days * DAY_MS);
    const address = `${this.services.config.publicUrl}/repairer#${token}`;
    const linkId = await this.services.db.asViewer(viewer, async (trx) => {
      const order = await changeableOrder(trx, viewer, id);
      if (order.place !== 'repairer') throw conflict('work_order.not_at_repairer');
      const actor = await actorOf(trx, viewer);
      const made = await insertLink(trx, {
        customerId: order.customer_id,
        orderId: id,
        tokenHash: tokenHash(token),
        email: body.email,
        userId: viewer.userId,
        userName: actor.name,
        expiresAt,
      });
      if (body.email !== null) {
        await enqueueMail(trx, order.customer_id, {
          to: body.email,
          ...mailOf(order, body.language, { address, sender: actor.name }),
        });
      }
      await orderTrail(trx, order, actor, {
        action: 'link',
        changes: [{ field: 'link', before: null, after: body.email ?? '–' }],
      });
      return made;
    });
    return { id: linkId, address, expires_at: toApiDateTime(expiresAt.getTime()) };
  }

  /** @throws HttpError 404 if the order is not visible or has no such link, 403 without permission */
  async revoke(viewer: Viewer, id: number, linkId: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const order = await changeableOrder(trx, viewer, id);
      const count = await revokeLinks(trx, id, linkId);
      orNotFound(count === 0 ? undefined : count);
      await orderTrail(trx, order, await actorOf(trx, viewer), { action: 'unlink' });
    });
  }

  /**
   * @param begins the page has just been opened, which counts as a view
   * @throws HttpError 404 for an unknown, revoked or expired link
   */
  open(token: string, begins: boolean): Promise<RepairerOrder> {
    return this.services.db.asSystem(async (trx) => {
      const order = await this.#linked(trx, token);
      if (begins) await countLinkView(trx, order.link_id);
      return toRepairerOrder(trx, order);
    });
  }

  /** @throws HttpError 404 for an ended link, 409 once the work is done */
  answer({ token, ...answer }: BodyOf<Calls['answer']>): Promise<RepairerOrder> {
    return this.#change(token, answer.answer, (trx, order) => keepAnswer(trx, order, answer));
  }

  /** @throws HttpError 404 for an ended link, 409 once the estimate is approved */
  estimate({ token, lines }: BodyOf<Calls['estimate']>): Promise<RepairerOrder> {
    return this.#change(token, 'estimate', (trx, order) => keepEstimate(trx, order, lines));
  }

  /** @throws HttpError 404 for an ended link, 409 if the order is not in work */
  finish({ token, note }: BodyOf<Calls['finish']>): Promise<RepairerOrder> {
    return this.#change(token, 'done', (trx, order) => keepFinish(trx, order, note));
  }

  /**
   * Takes photographs, or an invoice.
   *
   * @throws HttpError 404 for an ended link, 409 before the work is approved, 400 on the field for a
   *   missing number or a file of another type
   */
  async upload(received: Received<UploadFields>): Promise<RepairerOrder> {
    const { token } = received.fields;
    const before = await this.services.db.asSystem((trx) => this.#linked(trx, token));
    return keepUpload(this.services, before, received, (keep) =>
      this.#change(token, received.document == null ? 'photographs' : 'invoice', keep),
    );
  }

  async #linked(trx: Transaction, token: string): Promise<LinkedOrder> {
    return orNotFound(await linkedOrder(trx, tokenHash(token)), 'work_order.link_ended');
  }

  /** Makes a change, tells the person who made the link, and answers with the order after it. */
  #change(
    token: string,
    kind: Answer,
    change: (trx: Transaction, order: LinkedOrder) => Promise<void>,
  ): Promise<RepairerOrder> {
    return this.services.db.asSystem(async (trx) => {
      const order = await this.#linked(trx, token);
      await change(trx, order);
      await this.#notify(trx, order, kind);
      return toRepairerOrder(trx, await this.#linked(trx, token));
    });
  }

  async #notify(trx: Transaction, order: LinkedOrder, kind: Answer): Promise<void> {
    // Photographs come one after the other and ask for nothing.
    if (order.author_id === null || kind === 'photographs') return;
    const reader = await emailOfUser(trx, order.author_id);
    if (reader === undefined || reader.email === '') return;
    const language = languageOf(reader.language);
    const values = {
      number: order.reference_number,
      registration: order.registration,
      repairer: order.repairer ?? '–',
      address: `${this.services.config.publicUrl}/work-orders?open=${order.id}`,
    };
    const subject = textOf(language, `workOrder.answerMail.${kind}`, values);
    const text = textOf(language, 'workOrder.answerMail.body', { ...values, what: subject });
    await enqueueMail(trx, order.customer_id, {
      to: reader.email,
      subject,
      text,
      html: htmlOfText(text),
    });
  }
}

function mailOf(
  order: FoundOrder,
  language: 'en' | 'pt',
  { address, sender }: { readonly address: string; readonly sender: string },
) {
  const { reference_number: number, registration, title } = order;
  const values = { number, registration, title, address, sender };
  const text = textOf(language, 'workOrder.mail.body', values);
  return {
    subject: textOf(language, 'workOrder.mail.subject', values),
    text,
    html: htmlOfText(text),
  };
}
