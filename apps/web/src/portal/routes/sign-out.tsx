import { ProductSignOut } from '../../features/session/product-sign-out.tsx';
import { SignOutPage } from '../../features/session/sign-out-page.tsx';
import type { PageProps } from '../page-props.ts';

/** Page `/signout`, and `/signout/{id}` for a sign-out that a product asked for. */
export const Page = ({ params: { id } }: PageProps) => (id ? <ProductSignOut id={id} /> : <SignOutPage />);
