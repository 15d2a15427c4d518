/** The codes of a safety inspection (requirements G-75 to G-79). */
export const INSPECTION_CODES = ['1', '3', '7', '11', '12'] as const;
export type InspectionCode = (typeof INSPECTION_CODES)[number];

/** Cancelled and done are final; an inspection that the review rejects is incomplete again. */
const NEXT: Readonly<Record<InspectionCode, readonly InspectionCode[]>> = {
  '1': [],
  '3': ['7', '1'],
  '7': ['11'],
  '11': ['12', '3'],
  '12': [],
};

/** The codes that may follow a code, in sequence. */
export function inspectionCodesAfter(code: string): readonly InspectionCode[] {
  const known = INSPECTION_CODES.find((one) => one === code);
  return known === undefined ? [] : NEXT[known];
}

/** Whether the inspection itself has been carried out, reviewed or not. */
export function isInspected(code: string): boolean {
  return code === '7' || code === '11' || code === '12';
}
