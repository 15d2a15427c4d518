import type { DefectArea, VehicleType } from '@roadworthy/domain';
import type { ColumnType, Generated } from 'kysely';

/** One item of a walkaround check template. */
export interface TemplateItem {
  readonly section: string;
  readonly name: string;
  readonly area: DefectArea;
  /** Instructions; may be empty. */
  readonly hint: string;
}

/** The tables of `migrations/0023_check_templates.sql`. */
export interface CheckTemplateTables {
  check_templates: {
    id: Generated<number>;
    customer_id: number | null;
    vehicle_type: VehicleType;
    version: Generated<number>;
    is_current: Generated<boolean>;
    items: ColumnType<TemplateItem[], string, string>;
    changed_at: Generated<Date>;
    changed_by: string;
  };
  check_photographs: {
    id: Generated<number>;
    customer_id: number;
    user_id: number;
    check_key: string;
    photo_key: string;
    file_id: string;
    report_file_id: string;
    created_at: Generated<Date>;
    taken_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
}
