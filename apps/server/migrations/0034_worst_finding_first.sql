-- The first item of a defect describes it in lists: the worst one, as new records have it. The rank is
-- that of worstFirst in packages/domain.
create function finding_rank(item jsonb) returns int language sql immutable as $$
  select case item ->> 'severity'
      when 'dangerous' then 3 when 'major' then 2 when 'minor' then 1 else 0 end
    + case when item ->> 'severity' = 'dangerous' or (item ->> 'severity' = 'major'
        and item ->> 'area' in ('brakes', 'steering', 'tyres', 'wheels', 'coupling')) then 4 else 0 end
$$;
update defect_records d
set items = (select jsonb_agg(i.item order by finding_rank(i.item) desc, i.n)
  from jsonb_array_elements(d.items) with ordinality i (item, n))
where jsonb_array_length(d.items) > 1
  and finding_rank(d.items -> 0) < (select max(finding_rank(i)) from jsonb_array_elements(d.items) i);
drop function finding_rank(jsonb);
