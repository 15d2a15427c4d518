import type { ColumnType } from 'kysely';

/** Tables of migration 0025: custom texts of customers. */
export interface TextTables {
  customer_texts: {
    customer_id: number;
    place: 'interface' | 'documents';
    language: 'en' | 'pt';
    key: string;
    text: string;
    changed_at: ColumnType<Date, never, Date>;
    changed_by: string;
  };
}
