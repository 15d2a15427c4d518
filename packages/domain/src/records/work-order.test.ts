import { describe, expect, it } from 'vitest';
import type { Role } from '../roles.ts';
import {
  lineNet,
  needsApproval,
  shareCosts,
  WORK_ORDER_STATES,
  WORK_ORDER_STEPS,
  type WorkOrderActor,
  type WorkOrderFacts,
  type WorkOrderState,
  type WorkOrderStep,
  workOrderAfter,
  workOrderSteps,
} from './work-order.ts';

const person = (role: Role, limit: number | null): WorkOrderActor => ({
  role,
  limit,
  modules: ['Defect'],
  isLimitedUser: role === 'DRIVER' || role === 'GUEST',
  isGlobalAdmin: false,
  isCustomerAdmin: false,
});
const MANAGER = person('MANAGER', 500);
const order = (state: WorkOrderState, more: Partial<WorkOrderFacts> = {}): WorkOrderFacts => ({
  state,
  total: 400,
  approvedTotal: null,
  isStarted: false,
  ...more,
});
const result = (facts: WorkOrderFacts, step: WorkOrderStep, actor = MANAGER) => {
  const { to, refusal } = workOrderAfter(facts, step, actor);
  return to ?? refusal;
};

describe('the states of a work order', () => {
  it.each<[string, WorkOrderFacts, WorkOrderStep, WorkOrderActor, string]>([
    ['within the own limit', order('estimate'), 'submit', MANAGER, 'approved'],
    ['at the limit', order('estimate', { total: 500 }), 'submit', MANAGER, 'approved'],
    ['above it', order('estimate', { total: 500.01 }), 'submit', MANAGER, 'awaiting_approval'],
    ['without costs', order('estimate', { total: 0 }), 'submit', person('USER', 0), 'approved'],
    [
      'without a limit',
      order('estimate', { total: 9e6 }),
      'submit',
      person('ADMIN', null),
      'approved',
    ],
    [
      'of work that had begun',
      order('estimate', { isStarted: true }),
      'submit',
      MANAGER,
      'in_progress',
    ],
    ['twice', order('awaiting_approval'), 'submit', MANAGER, 'state_wrong'],
    ['within the limit', order('awaiting_approval'), 'approve', MANAGER, 'approved'],
    [
      'above the limit',
      order('awaiting_approval', { total: 501 }),
      'approve',
      MANAGER,
      'above_limit',
    ],
    [
      'of more than was approved',
      order('in_progress', { approvedTotal: 300 }),
      'approve',
      MANAGER,
      'in_progress',
    ],
    [
      'of finished work',
      order('done', { approvedTotal: 300, isStarted: true }),
      'approve',
      MANAGER,
      'done',
    ],
    [
      'of nothing more',
      order('in_progress', { approvedTotal: 400 }),
      'approve',
      MANAGER,
      'state_wrong',
    ],
    [
      'by a person with a limit',
      order('awaiting_approval', { total: 9e6 }),
      'refuse',
      MANAGER,
      'estimate',
    ],
    ['by a person without', order('awaiting_approval'), 'refuse', person('USER', 0), 'above_limit'],
    [
      'of approved work',
      order('approved', { approvedTotal: 400 }),
      'start',
      MANAGER,
      'in_progress',
    ],
    [
      'above the approved total',
      order('approved', { approvedTotal: 399 }),
      'start',
      MANAGER,
      'above_approved',
    ],
    ['of an estimate', order('estimate'), 'start', MANAGER, 'state_wrong'],
    ['of work', order('in_progress', { approvedTotal: 1 }), 'complete', MANAGER, 'done'],
    [
      'within what was approved',
      order('done', { approvedTotal: 400 }),
      'invoice',
      MANAGER,
      'invoiced',
    ],
    [
      'above what was approved',
      order('done', { approvedTotal: 1 }),
      'invoice',
      MANAGER,
      'above_approved',
    ],
    [
      'by a user',
      order('done', { approvedTotal: 400 }),
      'invoice',
      person('USER', 500),
      'not_allowed',
    ],
    ['of done work', order('done'), 'reopen', MANAGER, 'in_progress'],
    ['of an estimate', order('estimate'), 'cancel', MANAGER, 'cancelled'],
    ['of done work', order('done'), 'cancel', MANAGER, 'state_wrong'],
    ['by a driver', order('approved'), 'start', person('DRIVER', null), 'not_allowed'],
    ['by a reader', order('approved'), 'start', person('READONLY', null), 'not_allowed'],
  ])('%s', (_name, facts, step, actor, expected) => {
    expect(result(facts, step, actor)).toBe(expected);
  });

  it('end with an invoice or a cancellation', () => {
    for (const state of ['invoiced', 'cancelled'] as const) {
      expect(workOrderSteps(order(state), person('ADMIN', null))).toEqual([]);
    }
  });

  it('are all reachable', () => {
    const seen = new Set<WorkOrderState>(['estimate']);
    for (let round = 0; round < WORK_ORDER_STATES.length; round += 1) {
      for (const state of [...seen]) {
        for (const step of WORK_ORDER_STEPS) {
          for (const limit of [0, null]) {
            const facts = order(state, { approvedTotal: 400 });
            const { to } = workOrderAfter(facts, step, person('ADMIN', limit));
            if (to !== null) seen.add(to);
          }
        }
      }
    }
    expect([...seen].sort()).toEqual([...WORK_ORDER_STATES].sort());
  });

  it('wait for approval when asked for, and when the lines grow', () => {
    expect(needsApproval(order('awaiting_approval'))).toBe(true);
    expect(needsApproval(order('done', { approvedTotal: 399.99 }))).toBe(true);
    expect(needsApproval(order('done', { approvedTotal: 400 }))).toBe(false);
    expect(needsApproval(order('estimate'))).toBe(false);
  });
});

describe('the cost of a work order', () => {
  it.each([
    [1.5, 65, 97.5],
    [0.333, 65, 21.65],
    [3, 0.335, 1.01],
    [0, 10, 0],
  ])('of %d × %d is %d', (quantity, price, net) => {
    expect(lineNet(quantity, price)).toBe(net);
  });

  it('is shared by its defects to the last penny', () => {
    const lines = [
      { kind: 'labour', netCents: 1000, defectId: null },
      { kind: 'external', netCents: 500, defectId: 7 },
      { kind: 'part', netCents: 101, defectId: null },
      { kind: 'part', netCents: 40, defectId: 99 },
    ] as const;
    const shares = shareCosts(lines, [7, 8, 9]);
    expect(shares).toEqual([
      { defectId: 7, labourCents: 834, partsCents: 47 },
      { defectId: 8, labourCents: 333, partsCents: 47 },
      { defectId: 9, labourCents: 333, partsCents: 47 },
    ]);
    const sum = shares.reduce((all, one) => all + one.labourCents + one.partsCents, 0);
    expect(sum).toBe(1641);
    expect(shareCosts(lines, [])).toEqual([]);
  });
});
