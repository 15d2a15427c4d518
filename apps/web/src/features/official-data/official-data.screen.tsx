import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { FileTabs } from '../vehicle-file/vehicle-file-tabs.tsx';
import { useOfficialList } from './official-list.tsx';
import { ListSources } from './sources-note.tsx';

/** Screen /vehicle-file/official-data: tax and MOT of vehicles as the DVLA and the DVSA say. */
export function OfficialDataScreen() {
  const resource = useOfficialList();
  return <ResourceScreen resource={resource} tabs={<FileTabs />} above={<ListSources />} />;
}
