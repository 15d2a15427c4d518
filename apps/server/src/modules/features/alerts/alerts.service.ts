import {
  eventType,
  isAdministrator,
  type NotificationKind,
  takesOffRoad,
} from '@roadworthy/domain';
import { maskedEmail, maskedUrl } from '../../../platform/audit/index.ts';
import type { Viewer } from '../../../platform/auth/index.ts';
import type { Transaction } from '../../../platform/db/index.ts';
import { failureText } from '../../../platform/deliveries/index.ts';
import { badRequest, fieldConflict, orNotFound } from '../../../platform/errors.ts';
import { currentWarnings } from '../../../platform/installation-warnings.ts';
import type { Page } from '../../../platform/paging.ts';
import { type AuditedRow, recordRow } from '../../../platform/resource.ts';
import type { Services } from '../../../platform/services.ts';
import { languageOf } from '../../../platform/texts.ts';
import {
  deleteRule,
  holdRule,
  insertRule,
  isNameTaken,
  type RuleRow,
  rulePage,
  updateRule,
} from './alerts.repository.ts';
import { type AlertRow, alertPage, kindsInApp, markRead } from './alerts-list.repository.ts';
import { previewRule } from './alerts-preview.ts';
import {
  type RuleBody,
  type RuleConditions,
  refuseWrongConditions,
  ruleValues,
  toRule,
} from './rule-values.ts';

function nameTaken() {
  return fieldConflict('name', 'alert.name_taken');
}

function toAlert(viewer: Viewer, row: AlertRow) {
  return {
    id: Number(row.id),
    rule: row.rule_id === null ? null : { id: row.rule_id, name: row.rule_name },
    severity: row.severity,
    vehicle: { id: row.vehicle_id, registration: row.registration },
    event:
      row.event_code === null
        ? null
        : {
            name: eventType(row.event_code)?.name ?? String(row.event_code),
            eventCode: row.event_code,
          },
    defect:
      row.defect_record_id === null
        ? null
        : {
            id: row.defect_record_id,
            reference_number: row.reference_number ?? '',
            finding: row.items?.find(takesOffRoad)?.finding ?? '',
          },
    fault:
      row.fault_id === null
        ? null
        : { id: row.fault_id, kind: row.fault_kind ?? 'troubleCode', key: row.fault_key ?? '' },
    recall:
      row.recall_campaign_id === null
        ? null
        : {
            id: row.recall_campaign_id,
            number: row.recall_number ?? '',
            title: row.recall_title ?? '',
            vehicles: row.recall_vehicles ?? 1,
            due_on: row.recall_due_on,
          },
    timestamp: row.occurred_at.toISOString(),
    lat: row.latitude,
    long: row.longitude,
    geofence:
      row.geofence_id === null ? null : { id: row.geofence_id, name: row.geofence_name ?? '' },
    read_at: row.read_at?.toISOString() ?? null,
    deliveries: row.deliveries.map((delivery) => ({
      ...delivery,
      detail: delivery.detail && failureText(languageOf(viewer.language), delivery.detail),
      at: delivery.at === null ? null : new Date(delivery.at).toISOString(),
    })),
  };
}

/** A telephone number in the audit log: its last digits. */
const maskedPhone = (number: string) => `…${number.slice(-3)}`;

const MASKS = {
  emails: (emails: unknown) => (emails as readonly string[]).map(maskedEmail),
  sms_numbers: (numbers: unknown) => (numbers as readonly string[]).map(maskedPhone),
  webhook_url: (url: unknown) => (url === null ? null : maskedUrl(url as string)),
};

/** A rule as the audit log stores it. */
function described(row: RuleRow): AuditedRow {
  const { id, created_at: _createdAt, ...facts } = toRule(row, true);
  return {
    customerId: row.customer_id,
    subject: { kind: 'alert_rule', id: String(id), name: row.name },
    facts,
    masks: MASKS,
  };
}

/** Alert rules and alerts. */
export class AlertsService {
  constructor(private readonly services: Pick<Services, 'db' | 'bus' | 'config'>) {}

  get #hasSms(): boolean {
    return this.services.config.sms !== null;
  }

  /** The rules of the viewer's customer. */
  async rules(viewer: Viewer, page: Page) {
    const { count, rows } = await this.services.db.asViewer(viewer, (trx) =>
      rulePage(trx, viewer, page),
    );
    return { count, results: rows.map((row) => toRule(row, viewer.canWrite)) };
  }

  /**
   * Adds a rule for the viewer's customer.
   *
   * @throws HttpError 400 for wrong fields, 409 for a name in use
   */
  async create(viewer: Viewer, body: RuleBody) {
    const { customerId, userId } = viewer;
    if (customerId === null) {
      throw badRequest('access.customer_required');
    }
    const row = await this.services.db.asViewer(viewer, async (trx) => {
      const values = await ruleValues(trx, customerId, body, {
        before: null,
        hasSms: this.#hasSms,
      });
      const made = await insertRule(trx, { customerId, userId }, values);
      if (made !== undefined) await recordRow(trx, viewer, described, null, made);
      return made;
    });
    if (row === undefined) throw nameTaken();
    return toRule(row, viewer.canWrite);
  }

  /**
   * Counts the alerts that a rule would have created in the last seven days.
   *
   * @throws HttpError 400 for wrong fields
   */
  async preview(viewer: Viewer, body: RuleConditions) {
    const { customerId } = viewer;
    if (customerId === null) throw badRequest('access.customer_required');
    return this.services.db.asViewer(viewer, async (trx) => {
      await refuseWrongConditions(trx, customerId, body);
      return previewRule(trx, { viewer, customerId }, body, Date.now());
    });
  }

  /**
   * Changes a rule; its earlier alerts remain unchanged.
   *
   * @throws HttpError 400 for wrong fields, 404 for an unknown rule, 409 for a name in use
   */
  async change(viewer: Viewer, id: number, body: RuleBody) {
    const row = await this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#hold(trx, viewer, id);
      const values = await ruleValues(trx, before.customer_id, body, {
        before,
        hasSms: this.#hasSms,
      });
      if (await isNameTaken(trx, before.customer_id, body.name, id)) throw nameTaken();
      const after = await updateRule(trx, id, values);
      await recordRow(trx, viewer, described, before, after);
      return after;
    });
    return toRule(row, viewer.canWrite);
  }

  /**
   * Removes a rule.
   *
   * @throws HttpError 404 for an unknown rule
   */
  async remove(viewer: Viewer, id: number): Promise<void> {
    await this.services.db.asViewer(viewer, async (trx) => {
      const before = await this.#hold(trx, viewer, id);
      await deleteRule(trx, id);
      await recordRow(trx, viewer, described, before, null);
    });
  }

  /**
   * Alerts of visible vehicles, newest first; for administrators also the warnings of the
   * installation.
   */
  async list(
    viewer: Viewer,
    page: Page,
    {
      unreadOnly,
      kind,
      isMine,
    }: { unreadOnly: boolean; kind: NotificationKind | ''; isMine: boolean },
  ) {
    const { count, isLimit, unread, rows } = await this.services.db.asViewer(
      viewer,
      async (trx) => {
        const wanted = isMine ? await kindsInApp(trx, viewer) : null;
        const kinds = kind === '' ? wanted : (wanted ?? [kind]).filter((one) => one === kind);
        return alertPage(trx, viewer, page, unreadOnly, { kinds });
      },
    );
    return {
      count,
      count_is_limit: isLimit,
      unread,
      warnings: isAdministrator(viewer) ? await this.#warnings() : [],
      results: rows.map((row) => toAlert(viewer, row)),
    };
  }

  /** Marks alerts as read; without ids, all visible ones. */
  async markRead(viewer: Viewer, ids: readonly number[]): Promise<void> {
    await this.services.db.asViewer(viewer, (trx) => markRead(trx, viewer, ids));
  }

  async #warnings() {
    const warnings = await currentWarnings(this.services.db.pool);
    return warnings.map(({ code, since }) => ({
      code,
      severity: 'critical' as const,
      since: since.toISOString(),
    }));
  }

  async #hold(trx: Transaction, viewer: Viewer, id: number): Promise<RuleRow> {
    return orNotFound(await holdRule(trx, viewer, id));
  }
}
