import { SignOutPage } from '../../features/session/sign-out-page.tsx';

export const Page = () => <SignOutPage />;
