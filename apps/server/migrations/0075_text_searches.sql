-- Searches of the texts of large lists. Only a piece of the search is looked up in the index: common trigrams have long
-- lists, which are slow to read. The whole search is compared with the texts that contain the piece. Vehicles are searched on their own.
do $do$
declare name text;
begin
  foreach name in array array['cost_entries', 'work_orders', 'defect_records', 'inspection_records'] loop
    execute format($f$
      create function %1$s_texts_found(piece text, pattern text, most int)
        returns setof %1$s language plpgsql stable security definer
        set search_path = public set plan_cache_mode = force_custom_plan as $$
      declare
        sees_all boolean := request_sees_all();
        customer int := request_customer();
      begin
        return query select r.* from %1$s r where r.search_text like upper(piece)
          and (r.search_text || '') like upper(pattern) and (sees_all or r.customer_id = customer)
          limit most;
      end
      $$ $f$, name);
  end loop;
end
$do$;
drop function cost_entries_found(text, int);
drop function work_orders_found(text, int);
drop function inspection_records_found(text, int);
