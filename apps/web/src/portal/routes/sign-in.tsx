import { SignInPage } from '../../features/session/sign-in-page.tsx';
import type { PageProps } from '../page-props.ts';

/** The intake that the first script began belongs to the first arrival only; a later visit without a token has none. */
export const Page = ({ params }: PageProps) => {
  const intake = window.__foyer?.intake;
  return <SignInPage rest={params.rest ?? ''} intake={intake} />;
};
