import type { Me } from '@foyer/contract/api/auth';

/** Props of a row in the list of settings. Only one row is open at a time (SC-01). */
export interface RowProps {
  me: Me;
  open: boolean;
  onOpen: () => void;
  onCancel: () => void;
  /** Called after a change. Closes the editor and says "Updated" (SC-06). */
  onUpdated: () => void;
}
