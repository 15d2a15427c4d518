import type { DefectState } from '@roadworthy/domain';

/** Whether a defect is past its deadline for sign-off. */
export const isOverdue = (
  record: { readonly state: DefectState; readonly due_at: Date | null },
  nowMs = Date.now(),
): boolean =>
  record.state !== 'signed_off' && record.due_at !== null && record.due_at.getTime() < nowMs;
