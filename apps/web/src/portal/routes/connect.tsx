import { ConnectDevice } from '../../features/session/connect-device.tsx';
import { ConnectProduct } from '../../features/session/connect-product.tsx';
import styles from '../../features/session/session.module.css';
import type { PageProps } from '../page-props.ts';

/** Page `/connect/{id}`, which signs the user in at a product of the vendor, and `/connect` for the code of a device. */
export const Page = ({ params: { id } }: PageProps) => (
  <main className={styles.page}>{id ? <ConnectProduct id={id} /> : <ConnectDevice />}</main>
);
