import { ConnectDevice } from '../../features/session/connect-device.tsx';
import { ConnectProduct } from '../../features/session/connect-product.tsx';
import type { PageProps } from '../page-props.ts';

/** Page `/connect/{id}`, which signs the user in at a product of the vendor, and `/connect` for the code of a device. */
export const Page = ({ params: { id } }: PageProps) => (id ? <ConnectProduct id={id} /> : <ConnectDevice />);
