import { useState } from 'react';
import { type Faults, faultsOf } from '../../ui/field/form-dialog.tsx';
import { showFirstFault } from '../../ui/first-fault.ts';
import { toast } from '../../ui/toast.ts';

/** Submits the form of a panel: field errors are shown at the fields, others in a toast. */
export function useSending() {
  const [faults, setFaults] = useState<Faults>({});
  const [isBusy, setIsBusy] = useState(false);
  const send = async (work: () => Promise<void>) => {
    setFaults({});
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      const refused = faultsOf(error);
      setFaults(refused ?? {});
      showFirstFault();
      if (refused === null) toast.error((error as Error).message);
    }
    setIsBusy(false);
  };
  return { faults, setFaults, isBusy, send };
}
