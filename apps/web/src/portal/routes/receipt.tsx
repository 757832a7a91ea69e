import { ReceiptView } from '../../features/billing/components/receipt-view.tsx';
import type { PageProps } from '../route-table.tsx';

/** `/receipt/{id}` (PY-04). */
export const ReceiptPage = ({ params }: PageProps) => <ReceiptView id={params.id ?? ''} />;
