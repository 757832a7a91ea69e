import { ConnectProduct } from '../../features/session/connect-product.tsx';
import styles from '../../features/session/session.module.css';
import type { PageProps } from '../page-props.ts';

/** Page `/connect/{id}`, which signs the user in at a product of the vendor. */
export const Page = ({ params }: PageProps) => (
  <main className={styles.page}>
    <ConnectProduct id={params.id ?? ''} />
  </main>
);
