import { ResourceScreen } from '../../ui/resource/resource-screen.tsx';
import { FileTabs } from '../vehicle-file/vehicle-file-tabs.tsx';
import { useTyres } from './tyres-list.tsx';

/** Screen /tyres: the tyres in stock, on vehicles, at the retreader and scrapped. */
export function TyresScreen() {
  return <ResourceScreen resource={useTyres()} tabs={<FileTabs />} />;
}
