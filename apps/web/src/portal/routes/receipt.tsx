import { ReceiptView } from '../../features/payments/components/receipt-view.tsx';
import type { PageProps } from '../page-props.ts';

/** Page `/receipt/{id}` (PY-04). */
export const Page = ({ params }: PageProps) => <ReceiptView id={params.id ?? ''} />;
